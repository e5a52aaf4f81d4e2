import type { Session } from "../../../common/api/sessions.ts";
import { t } from "../../text/index.ts";
import { enteredText } from "../bench/header.tsx";
import { Plate } from "../bench/plate.tsx";
import { ticketNumber } from "../bench/stays.ts";

/** A stay that was found: its plate, its ticket and when it came in. */
export function StayRow({ stay, onTap }: { stay: Session; onTap: () => void }) {
  return (
    <button type="button" class="button validate-stay" onClick={onTap}>
      <StayFacts stay={stay} />
    </button>
  );
}

export function StayFacts({ stay }: { stay: Session }) {
  return (
    <>
      <Plate plate={stay.plate} />
      <span class="validate-facts">
        <span>{t("due.ticket", { number: ticketNumber(stay.ticket) })}</span>
        <span>{t("due.in", { time: enteredText(stay.enteredAt) })}</span>
        {stay.state === "paid" ? <strong>{t("session_state.paid")}</strong> : null}
      </span>
    </>
  );
}
