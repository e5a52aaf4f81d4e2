import { Button } from "../../../parts/button.tsx";
import { hasPrinter, printOut } from "../../../prints.ts";
import { t } from "../../../text/index.ts";

/** Prints a report on the receipt printer, where the booth has one. `path` and `body` are what is posted for it. */
export function ReceiptPaper({ path, body }: { path: string; body?: object }) {
  if (!hasPrinter.value) return null;
  return (
    <Button size="sm" onTap={() => printOut(path, body)}>
      {t("reports.print_receipt")}
    </Button>
  );
}
