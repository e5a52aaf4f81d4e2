import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Page } from "../../../common/api/parts.ts";
import type { Payment } from "../../../common/api/payments.ts";
import { get } from "../../api.ts";
import { onEvent } from "../../feed.ts";
import { may, shift } from "../../session.ts";

/** The last payments of the person's shift, newest first. */
export const recentPayments = signal<readonly Payment[]>([]);
/** The last of them that was not voided; null while there is none. */
export const lastPayment = computed(
  () => recentPayments.value.find((payment) => payment.voidedBySeq === undefined) ?? null,
);

/** Keeps the last payments in step with the ledger while the workbench is on the screen. */
export function useLastPayment(): void {
  const id = shift.value?.id;
  useEffect(() => {
    recentPayments.value = [];
    if (id === undefined || !may("session:read")) return undefined;
    const read = () =>
      get<Page<Payment>>(`/api/payments?limit=8&shift=${id}`).then(
        ({ items }) => {
          recentPayments.value = items;
        },
        // The next payment tells.
        () => {},
      );
    void read();
    return onEvent(({ kind }) => {
      if (kind === "payment" || kind === "void" || kind === "receipt_copy") void read();
    });
  }, [id]);
}
