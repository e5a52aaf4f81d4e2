import type { Printing } from "../../../common/api/prints.ts";
import { post } from "../../api.ts";
import { run } from "../../run.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { toast } from "../../toasts.ts";

interface Copy extends Printing {
  text: string;
  copy: number;
}

/**
 * Prints a receipt, which the ledger counts, and shows its text: from the journal a copy, else the original if it was
 * not printed before. Back leads to where it was asked for.
 */
export function printReceipt(paymentId: string, from: "journal" | null): Promise<unknown> {
  return run(async () => {
    const path = `/api/payments/${paymentId}/receipt`;
    const { text, printed, waiting } = await post<Copy>(path, { original: from !== "journal" });
    if (printed) toast(t("receipt.printed"));
    openSheet("receipt", { text, printed, waiting, from });
  });
}
