import { useRef } from "preact/hooks";
import type { QuoteLine } from "../../../common/api/sessions.ts";
import { Money } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";
import { foldLines } from "./fold-lines.ts";
import { lineText } from "./line-text.ts";
import { useFit } from "./use-fit.ts";

const LINE = { width: 120, height: 24 };

/** How the fee came about, as many lines as there is room for; the rest in one, so that nothing scrolls. */
export function Breakdown({ lines }: { lines: readonly QuoteLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, LINE);
  const { shown, rest } = foldLines(lines, rows);
  return (
    <div class="breakdown" ref={box}>
      {shown.map((line, at) => (
        <p key={at}>
          <span>{lineText(line)}</span>
          <Money amount={line.amount} />
        </p>
      ))}
      {rest.length > 0 ? (
        <p class="soft">
          <span>{t("due.more_lines", { n: rest.length })}</span>
          <Money amount={rest.reduce((sum, line) => sum + line.amount, 0)} />
        </p>
      ) : null}
    </div>
  );
}
