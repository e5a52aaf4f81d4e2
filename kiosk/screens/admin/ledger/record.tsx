import { useRef } from "preact/hooks";
import type { LedgerEvent } from "../../../../common/events.ts";
import { recordOf } from "../../../../common/record.ts";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";

/** The very text that was hashed, and the whole entry to take away. */
export function Record({ event }: { event: LedgerEvent }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const json = JSON.stringify(event, null, 2);
  return (
    <section class="form-part" aria-label={t("ledger.record")}>
      <h2>{t("ledger.record")}</h2>
      <pre class="ledger-record" dir="ltr">
        {recordOf(event)}
      </pre>
      <h2>{t("ledger.json")}</h2>
      <div class="field-box">
        <textarea class="code" dir="ltr" readOnly rows={8} aria-label={t("ledger.json")} value={json} ref={box} />
      </div>
      <p>
        <Button onTap={() => copy(json, box.current)}>{t("ledger.copy")}</Button>
      </p>
    </section>
  );
}

/** Where the page may not write to the clipboard, such as over plain http, the person copies what is selected. */
async function copy(text: string, box: HTMLTextAreaElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("ledger.copied"));
  } catch {
    box?.focus();
    box?.select();
    toast(t("ledger.copy_by_hand"));
  }
}
