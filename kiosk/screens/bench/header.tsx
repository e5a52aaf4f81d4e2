import { second } from "../../clock.ts";
import { Money, timeOfDay } from "../../parts/values.tsx";
import { may, site } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { day, duration } from "../../text/format.ts";
import { t } from "../../text/index.ts";
import { Plate } from "./plate.tsx";
import { ticketNumber } from "./stays.ts";
import type { Due } from "./subject.ts";
import type { FreshQuote } from "./use-quote.ts";

/** Which vehicle, since when, and what it owes: the biggest things on the screen. */
export function DueHeader({ due, fresh }: { due: Due; fresh: FreshQuote }) {
  return (
    <header class="due-head">
      <div class="due-who">
        <h1>
          <PlateButton due={due} />
        </h1>
        <Facts due={due} fresh={fresh} />
      </div>
      {fresh.quote === null ? (
        <span class="due-amount waiting" aria-hidden="true">
          –
        </span>
      ) : (
        <output class="due-amount" aria-label={t("due.amount")}>
          <Money amount={fresh.quote.amount} />
        </output>
      )}
    </header>
  );
}

/** The plate; a tap on it corrects a misread one. */
function PlateButton({ due }: { due: Due }) {
  if (!may("session:read")) return <Plate plate={due.plate} class="big" />;
  const { sessionId, plate, ticket } = due;
  return (
    <button
      type="button"
      class="plate-button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => openSheet("plate", { sessionId, plate, ticket })}
    >
      <Plate plate={plate} class="big" />
      <span class="plate-edit">{t("plate.wrong")}</span>
    </button>
  );
}

function Facts({ due, fresh }: { due: Due; fresh: FreshQuote }) {
  const { quote } = fresh;
  if (quote === null) return <p class="due-facts soft">{due.ticket === null ? "" : ticketText(due.ticket)}</p>;
  return (
    <p class="due-facts soft">
      {due.ticket === null ? null : <span>{ticketText(due.ticket)}</span>}
      <span>{t("due.in", { time: enteredText(quote.enteredAt) })}</span>
      <strong>
        <bdi>{duration(second.value - Date.parse(quote.enteredAt))}</bdi>
      </strong>
      <span>{quote.tariffName}</span>
    </p>
  );
}

const ticketText = (ticket: string): string => t("due.ticket", { number: ticketNumber(ticket) });

/** The time of entry, with its day where that is not today. */
export function enteredText(enteredAt: string): string {
  const timezone = site.value?.timezone ?? "UTC";
  const on = day(enteredAt, timezone);
  return on === day(second.value, timezone) ? timeOfDay(enteredAt) : `${on} ${timeOfDay(enteredAt)}`;
}
