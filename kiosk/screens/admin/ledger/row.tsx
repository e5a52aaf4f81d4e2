import type { EventContext } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { Ltr, Money, Time } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Plate } from "../../bench/plate.tsx";
import { briefOf } from "./facts/index.ts";
import { actorName, amountOf, laneName, plateOf } from "./values.ts";

interface RowProps {
  event: LedgerEvent;
  context: EventContext;
  /** The entry that voided it, if one did. */
  voidedBy: number | undefined;
}

/** An entry in two lines; a voided one is struck through, and says so. */
export function Row({ event, context, voidedBy }: RowProps) {
  const amount = amountOf(event);
  const plate = plateOf(event, context);
  return (
    <li>
      <a href={`#/admin/ledger/${event.seq}`} class={`ledger-row ${voidedBy === undefined ? "" : "voided"}`}>
        <Ltr class="number soft ledger-seq">{count(event.seq)}</Ltr>
        <Time at={event.at} seconds />
        <span class="ledger-what">
          <strong>{t(`ledger.kind.${event.kind}`)}</strong>
          {briefOf(event, context).map((said, at) => (
            <span key={at}>
              {" · "}
              <bdi>{said}</bdi>
            </span>
          ))}
          {voidedBy === undefined ? null : (
            <em class="ledger-voided"> {t("ledger.voided_by", { seq: count(voidedBy) })}</em>
          )}
        </span>
        <span class="ledger-who soft">
          <bdi>{actorName(event.actor, context.people)}</bdi>
          {event.lane === null || event.actor.type === "device" ? null : (
            <>
              {" · "}
              <bdi>{laneName(event.lane)}</bdi>
            </>
          )}
        </span>
        <span class="ledger-plate">{plate === null ? null : <Plate plate={plate} />}</span>
        <span class="ledger-amount">{amount === null ? null : <Money amount={amount} class="strong" />}</span>
      </a>
    </li>
  );
}
