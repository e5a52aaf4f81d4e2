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

/**
 * Prints a receipt, which the ledger counts, and shows its text: from the journal a copy, else the original if it was
 * not printed before. Back leads to where it was asked for.
 */
export function printReceipt(paymentId: string, from: "journal" | null): Promise<unknown> {
  return run(async () => {
    const { text, printed } = await post<Copy>(`/api/payments/${paymentId}/receipt`, { original: from !== "journal" });
    if (printed) toast(t("receipt.printed"));
    openSheet("receipt", { text, printed, from });
  });
}
