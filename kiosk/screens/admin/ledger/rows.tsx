import type { EventPage } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { zone } from "../../../session.ts";
import { dateFormat } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Row } from "./row.tsx";

interface RowsProps {
  events: readonly LedgerEvent[];
  context: EventPage["context"];
}

/** Entries, newest first, by the days of the site. */
export function Rows({ events, context }: RowsProps) {
  if (events.length === 0) return <p class="soft">{t("ledger.none")}</p>;
  return (
    <>
      {byDay(events).map(([day, ofDay]) => (
        <section key={day} class="ledger-day" aria-label={day}>
          <h2>{day}</h2>
          <ol>
            {ofDay.map((event) => (
              <Row key={event.seq} event={event} context={context} voidedBy={context.voidedBy[event.seq]} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function byDay(events: readonly LedgerEvent[]): [day: string, events: LedgerEvent[]][] {
  const format = dateFormat({ timeZone: zone.value, dateStyle: "full" });
  const days = new Map<string, LedgerEvent[]>();
  for (const event of events) {
    const day = format.format(new Date(event.at));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}
