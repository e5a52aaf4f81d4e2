import type { Quote } from "../../../common/api/sessions.ts";
import { Button } from "../../parts/button.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useIntention } from "../../parts/use-intention.ts";
import { price } from "../../parts/values.tsx";
import { Working } from "../../parts/working.tsx";
import { may } from "../../session.ts";
import { t } from "../../text/index.ts";
import { Breakdown } from "./breakdown.tsx";
import { Card } from "./card.tsx";
import { Cash, MethodChoice } from "./cash.tsx";
import { tenderOf } from "./desk.ts";
import { DueHeader } from "./header.tsx";
import { letGo } from "./let-go.ts";
import { Notice } from "./notice.tsx";
import type { Due } from "./subject.ts";
import { useTaking, whyNot } from "./take.ts";
import { Tools } from "./tools.tsx";
import { type FreshQuote, useQuote } from "./use-quote.ts";

/** Somebody who owes money: what, for what, what was given, and the one button that takes it. */
export function DuePane({ due }: { due: Due }) {
  const fresh = useQuote(due);
  const { quote } = fresh;
  return (
    <div class="due">
      <DueHeader due={due} fresh={fresh} />
      <Notice due={due} fresh={fresh} />
      {quote === null ? (
        <div class="tender-wait">
          {fresh.error === null ? <Working /> : <Failure error={fresh.error} onRetry={fresh.reload} />}
        </div>
      ) : (
        <Tendering due={due} quote={quote} />
      )}
      <footer class="actions bench-actions">
        <Tools due={due} />
        {quote === null || !may("payment:create") ? null : <Commit due={due} fresh={fresh} quote={quote} />}
      </footer>
    </div>
  );
}

function Tendering({ due, quote }: { due: Due; quote: Quote }) {
  const tender = tenderOf(due.key);
  const takes = may("payment:create") && quote.amount > 0;
  return (
    <div class="tender">
      <Breakdown lines={quote.lines} />
      {takes ? (
        <>
          <MethodChoice tender={tender} due={due} />
          {tender.method === "cash" ? <Cash tender={tender} amount={quote.amount} /> : <Card amount={quote.amount} />}
        </>
      ) : null}
    </div>
  );
}

interface CommitProps {
  due: Due;
  fresh: FreshQuote;
  quote: Quote;
}

/** The primary button: names the amount and the lane, and what is missing while something is. */
function Commit({ due, fresh, quote }: CommitProps) {
  const take = useTaking(due, fresh);
  const intention = useIntention();
  const tender = tenderOf(due.key);
  const opens = due.lane === null ? t("take.no_lane") : t("take.opens", { lane: due.lane.name });
  if (quote.amount === 0) {
    const { sessionId, lane } = due;
    return (
      <Button variant="ok" class="commit" hint={opens} onTap={() => letGo({ sessionId, lane }, "free", "", intention)}>
        {t("take.free")}
      </Button>
    );
  }
  const sum = tender.method === "cash" ? (tender.given ?? quote.amount) : quote.amount;
  const amount = price(sum, true);
  return (
    <Button
      variant="ok"
      class="commit"
      hint={opens}
      refusal={whyNot(quote.amount, tender)}
      onTap={() => take(quote, tender)}
    >
      {tender.method === "cash" ? t("take.cash", { amount }) : t("take.card", { amount })}
    </Button>
  );
}
