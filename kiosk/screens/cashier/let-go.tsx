import { useState } from "preact/hooks";
import { CLOSE_REASONS } from "../../../common/words.ts";
import { lanes } from "../../feed.ts";
import { Button } from "../../parts/button.tsx";
import { type Reason, reasonGiven } from "../../parts/reason-picker.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useIntention } from "../../parts/use-intention.ts";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { type CloseReason, letGo } from "../bench/let-go.ts";
import { spacedPlate } from "../bench/plates.ts";
import { ticketNumber } from "../bench/stays.ts";
import { Reasons } from "./reasons.tsx";

export interface LetGoProps {
  sessionId: string;
  plate: string | null;
  ticket: string | null;
  lane: string | null;
}

/** A car leaves without paying: a reason, and what it owed stays in the ledger. */
export function LetGoSheet({ sessionId, plate, ticket, lane: laneId }: LetGoProps) {
  const [reason, setReason] = useState<Reason<CloseReason>>({ reason: null, note: "" });
  const intention = useIntention();
  const lane = (laneId === null ? undefined : lanes.value.get(laneId)) ?? null;
  const who = plate === null ? t("due.ticket", { number: ticketNumber(ticket ?? "") }) : spacedPlate(plate);
  const noting = reason.reason === "other";
  return (
    <Sheet
      title={t("go.title", { who })}
      actions={
        <>
          <Button size="lg" onTap={closeSheet}>
            {t("do.cancel")}
          </Button>
          <span class="space" />
          <Button
            size="lg"
            variant="danger-fill"
            class="main"
            hint={lane === null ? t("take.no_lane") : t("take.opens", { lane: lane.name })}
            refusal={reasonGiven(reason) ? null : noting ? t("note.needed") : t("reason.first")}
            onTap={() => reason.reason !== null && letGo({ sessionId, lane }, reason.reason, reason.note, intention)}
          >
            {t("go.do")}
          </Button>
        </>
      }
    >
      <Reasons
        label={t("go.why")}
        reasons={CLOSE_REASONS}
        text={(one) => t(`close_reason.${one}`)}
        value={reason}
        onChange={setReason}
      />
      {noting ? null : <p class="soft">{t("go.recorded")}</p>}
    </Sheet>
  );
}
