import { Button } from "../../parts/button.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { closeSheet, openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";

export interface ReceiptProps {
  text: string;
  printed: boolean;
  /** It comes out of the printer by itself, so it must not be printed from here as well. */
  waiting: boolean;
  from: "journal" | null;
}

/** The text of a receipt as it was printed, or to be printed from here where the booth has no printer. */
export function ReceiptSheet({ text, printed, waiting, from }: ReceiptProps) {
  const back = () => (from === null ? closeSheet() : openSheet(from, {}));
  return (
    <Sheet
      title={t("receipt.title")}
      onBack={back}
      actions={
        <>
          <p class={printed ? "receipt-state" : "receipt-state warn"}>
            <span aria-hidden="true">{printed ? "✓ " : "▲ "}</span>
            {t(printed ? "receipt.printed" : waiting ? "receipt.waiting" : "receipt.not_printed")}
          </p>
          <span class="space" />
          {printed || waiting ? null : (
            <Button size="lg" onTap={() => print()}>
              {t("receipt.print_here")}
            </Button>
          )}
          <Button size="lg" variant="primary" class="main" onTap={back}>
            {t("do.done")}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long receipt scrolls, and must do so by keyboard too */}
      <pre class="receipt" dir="auto" tabIndex={0}>
        {text}
      </pre>
      <pre class="print" dir="auto">
        {text}
      </pre>
    </Sheet>
  );
}
