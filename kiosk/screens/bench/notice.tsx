import { Button } from "../../parts/button.tsx";
import { price } from "../../parts/values.tsx";
import { hasPrinter, printOut } from "../../prints.ts";
import { may } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { carryTo, exitLanes, putBack } from "./desk.ts";
import type { Due } from "./subject.ts";
import type { FreshQuote } from "./use-quote.ts";

/** What is out of the ordinary about this sale: the fee moved, the plate was not read as stored, or it was found by hand. */
export function Notice({ due, fresh }: { due: Due; fresh: FreshQuote }) {
  const moved = fresh.before !== null && fresh.quote !== null && fresh.before !== fresh.quote.amount;
  if (!moved && !due.carried && due.nearMatch === null) return null;
  return (
    <div class={`notice ${moved ? "moved" : ""}`}>
      {due.carried ? (
        <Button size="sm" onTap={putBack}>
          <span aria-hidden="true" class="arrow">
            ‹{" "}
          </span>
          {t("due.put_back")}
        </Button>
      ) : null}
      {moved && fresh.quote !== null && fresh.before !== null ? (
        <p role="alert">
          <span aria-hidden="true">▲ </span>
          <strong>{t("due.moved", { amount: price(fresh.quote.amount) })}</strong>{" "}
          {t("due.moved_from", { amount: price(fresh.before) })}
        </p>
      ) : (
        <Origin due={due} />
      )}
      <Ticket due={due} />
    </div>
  );
}

/** A ticket for a stay that was found or entered by hand: its driver may have none. */
function Ticket({ due: { carried, lost, sessionId } }: { due: Due }) {
  if (!carried || lost || !hasPrinter.value || !may("session:update")) return null;
  return (
    <Button size="sm" keepFocus onTap={() => printOut(`/api/sessions/${sessionId}/ticket`)}>
      {t("due.print_ticket")}
    </Button>
  );
}

function Origin({ due }: { due: Due }) {
  if (due.nearMatch !== null) {
    return (
      <>
        <p>
          <span aria-hidden="true">≈ </span>
          {t("due.near", { pairs: due.nearMatch })}
        </p>
        <Button size="sm" onTap={() => openSheet("find", {})}>
          {t("due.not_this")}
        </Button>
      </>
    );
  }
  return (
    <>
      <p>{t(due.lost ? "due.lost" : "due.found")}</p>
      <LaneChoice due={due} />
    </>
  );
}

/** Which barrier the payment opens: the one where a car stands is chosen already. */
function LaneChoice({ due }: { due: Due }) {
  const lanes = exitLanes.value;
  if (lanes.length === 0 || lanes.length > 2) return null;
  return (
    <fieldset class="notice-lanes" aria-label={t("due.opens_what")}>
      {lanes.map((lane) => (
        <Button
          key={lane.id}
          size="sm"
          keepFocus
          pressed={due.lane?.id === lane.id}
          onTap={() => carryTo(due.lane?.id === lane.id ? null : lane.id)}
        >
          {t("due.opens", { lane: lane.name })}
        </Button>
      ))}
    </fieldset>
  );
}
