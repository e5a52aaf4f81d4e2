import { useState } from "preact/hooks";
import type { Session } from "../../../common/api/sessions.ts";
import { getTagged, put } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { run } from "../../run.ts";
import { may } from "../../session.ts";
import { t } from "../../text/index.ts";
import { carry } from "../bench/desk.ts";
import { nearPlates, spacedPlate } from "../bench/plates.ts";
import { StayCard } from "../bench/stay-card.tsx";
import { readInside, ticketNumber } from "../bench/stays.ts";
import { FragmentField, FragmentPad } from "./find.tsx";

export interface PlateFixProps {
  sessionId: string;
  plate: string | null;
  ticket: string | null;
}

/** The plate is wrong: either the car belongs to another stay, one tap away, or the stay gets its right plate. */
export function PlateFixSheet({ sessionId, plate: shown, ticket }: PlateFixProps) {
  const [typed, setTyped] = useState("");
  const path = `/api/sessions/${sessionId}`;
  const readStay = () => getTagged<Session>(path);
  const seen = useLoad(readStay, path);
  const plate = seen.value?.value.plate ?? shown;
  const { value } = useLoad(() => readInside({ limit: 500 }), sessionId);
  const wanted = typed === "" ? plate : typed;
  const others = (value ?? []).filter((stay) => stay.id !== sessionId);
  const near = wanted === null ? [] : candidates(wanted, others);
  const send = async () => {
    const reason = plate === null ? "no_read" : "misread";
    const { etag } = seen.value ?? (await readStay());
    await carry(await put<Session>(`${path}/plate`, { plate: typed, reason }, { ifMatch: etag }));
    return true;
  };
  const correct = async () => {
    if ((await run(send, t("plate.corrected", { plate: spacedPlate(typed) }))) !== true) seen.reload();
  };
  return (
    <Sheet title={t("plate.title", { plate: plate === null ? t("plate.none") : spacedPlate(plate) })}>
      <section class="candidates" aria-label={t("plate.other_stay")}>
        <h2>{t(near.length === 0 ? "plate.no_other" : "plate.other_stay")}</h2>
        <div class="stays">
          {near.map((stay) => (
            <StayCard key={stay.id} stay={stay} read={wanted} onTap={() => run(() => carry(stay))} />
          ))}
        </div>
      </section>
      <div class="plate-line">
        <FragmentField label={t("plate.right")} value={typed} hint={t("plate.right_hint")} />
        {may("session:update") ? (
          <Button
            size="lg"
            variant="primary"
            refusal={typed === "" ? t("plate.type_first") : null}
            hint={ticket === null ? undefined : t("due.ticket", { number: ticketNumber(ticket) })}
            onTap={correct}
          >
            {t("plate.correct")}
          </Button>
        ) : null}
      </div>
      <FragmentPad value={typed} onChange={setTyped} />
    </Sheet>
  );
}

/** Exactly this plate first, then those near it. */
function candidates(plate: string, stays: readonly Session[]): Session[] {
  return [...stays.filter((stay) => stay.plate === plate), ...nearPlates(plate, stays)].slice(0, 4);
}
