import type { Session } from "../../../common/api/sessions.ts";
import { Ltr } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";
import { enteredText } from "./header.tsx";
import { spacedPlate } from "./plates.ts";
import { ticketNumber } from "./stays.ts";

interface StayCardProps {
  stay: Session;
  onTap: () => unknown;
  /** What a camera read: the characters of the plate that differ from it are marked. */
  read?: string | null;
}

/** A stay that can be chosen: its picture, its plate, its ticket and when it came in. */
export function StayCard({ stay, onTap, read = null }: StayCardProps) {
  return (
    <button type="button" class="stay" onMouseDown={(event) => event.preventDefault()} onClick={onTap}>
      {stay.picture === undefined ? (
        <span class="stay-picture none" aria-hidden="true" />
      ) : (
        <img class="stay-picture" src={stay.picture} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
      <span class="stay-plate">
        {stay.plate === null ? t("plate.none") : <MarkedPlate plate={stay.plate} read={read} />}
      </span>
      <span class="stay-facts">
        <bdi>{enteredText(stay.enteredAt)}</bdi>
        <Ltr class="number">#{ticketNumber(stay.ticket)}</Ltr>
        {stay.state === "paid" ? <strong>{t("session_state.paid")}</strong> : null}
      </span>
    </button>
  );
}

function MarkedPlate({ plate, read }: { plate: string; read: string | null }) {
  if (read === null || read.length !== plate.length) return <Ltr class="plate">{spacedPlate(plate)}</Ltr>;
  return (
    <Ltr class="plate">
      {Array.from(plate, (character, at) => (character === read[at] ? character : <mark key={at}>{character}</mark>))}
    </Ltr>
  );
}
