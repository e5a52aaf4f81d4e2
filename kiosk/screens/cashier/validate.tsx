import { Sheet } from "../../parts/sheet.tsx";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { stayName } from "../bench/stays.ts";
import { Stations } from "../validate/stations.tsx";

interface ValidateProps {
  sessionId: string;
  plate: string | null;
  ticket: string | null;
}

/** What a station gives to the stay on the workbench: one tap, and the quote under the sheet has its line. */
export function ValidateSheet({ sessionId, plate, ticket }: ValidateProps) {
  return (
    <Sheet title={t("validate.sheet", { who: stayName({ plate, ticket }) })}>
      <Stations sessionId={sessionId} onGiven={closeSheet} />
      <p class="soft">{t("validate.final")}</p>
    </Sheet>
  );
}
