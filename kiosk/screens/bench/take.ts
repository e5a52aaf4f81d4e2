import type { PaymentReceipt } from "../../../common/api/payments.ts";
import type { Quote } from "../../../common/api/sessions.ts";
import { ApiError, post } from "../../api.ts";
import { feed, ledger } from "../../feed.ts";
import { useIntention } from "../../parts/use-intention.ts";
import { price } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { shift } from "../../session.ts";
import { t } from "../../text/index.ts";
import { finish, type Tender } from "./desk.ts";
import type { Due } from "./subject.ts";
import type { FreshQuote } from "./use-quote.ts";

/** Why no money can be taken now; null when it can. */
export function whyNot(amount: number, tender: Tender): string | null {
  if (feed.value.state === "down") return t("take.down");
  if (!ledger.value.ok) return t("take.off");
  if (shift.value == null) return t("take.no_shift");
  if (tender.method === "card") return null;
  if (tender.given === null) return t("take.nothing");
  if (tender.given < amount) return t("take.missing", { amount: price(amount - tender.given) });
  return null;
}

/** Takes the money, once however often it is asked. A fee that moved meanwhile is shown, and nothing is taken. */
export function useTaking(due: Due, fresh: FreshQuote): (quote: Quote, tender: Tender) => Promise<unknown> {
  const intention = useIntention();
  return (quote, tender) =>
    run(async () => {
      const { sessionId, lane, lost } = due;
      const body = {
        sessionId,
        quotedAt: quote.quotedAt,
        amount: quote.amount,
        method: tender.method,
        ...(tender.method === "cash" && tender.given !== null ? { tendered: tender.given } : {}),
        ...(lost ? { lost: "flat" } : {}),
        ...(lane === null ? {} : { lane: lane.id }),
      };
      try {
        finish(due, await post<PaymentReceipt>("/api/payments", body, { intention }));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "quote_expired")) throw error;
        fresh.replace(error.body.quote as Quote);
      }
    });
}
