import type { EventContext } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { price } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Plate } from "../../bench/plate.tsx";
import { factsOf } from "./facts/index.ts";
import { actorName, amountOf, dateTime, laneName, plateOf } from "./values.ts";

/** An entry in words: when, who, where, and all it says about what happened. */
export function Says({ event, context }: { event: LedgerEvent; context: EventContext }) {
  const amount = amountOf(event);
  const plate = plateOf(event, context);
  return (
    <section class="form-part" aria-label={t("ledger.says")}>
      <h2>{t(`ledger.kind.${event.kind}`)}</h2>
      <dl class="ledger-says">
        <Pair label={t("ledger.field.at")} value={dateTime(event.at)} />
        <Pair label={t("ledger.field.who")} value={actorName(event.actor, context.people)} />
        {event.lane === null ? null : <Pair label={t("ledger.field.lane")} value={laneName(event.lane)} />}
        {plate === null ? null : (
          <div>
            <dt>{t("ledger.field.plate")}</dt>
            <dd>
              <Plate plate={plate} />
            </dd>
          </div>
        )}
        {amount === null ? null : <Pair label={t("ledger.field.amount")} value={price(amount)} />}
        {factsOf(event, context).map(({ label, value }) => (
          <Pair key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
