import { post } from "../../api.ts";
import { run } from "../../run.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { toast } from "../../toasts.ts";

interface Copy {
  text: string;
  copy: number;
  printed: boolean;
}

/** Prints a receipt, which the ledger counts, and shows its text. Back leads to where it was asked for. */
export function printReceipt(paymentId: string, from: "journal" | null): Promise<unknown> {
  return run(async () => {
    const { text, printed } = await post<Copy>(`/api/payments/${paymentId}/receipt`);
    if (printed) toast(t("receipt.printed"));
    openSheet("receipt", { text, printed, from });
  });
}
