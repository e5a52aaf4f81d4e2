import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../text/index.ts";

/** Settings that are seldom touched: folded away until wanted, or until one of them is wrong. */
export function Advanced({ wrong, children }: { wrong: boolean; children: ComponentChildren }) {
  const [wanted, setWanted] = useState(false);
  const open = wanted || wrong;
  return (
    <details class="folded setup-advanced" open={open} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary>{t("setup.advanced")}</summary>
      {open ? children : null}
    </details>
  );
}
