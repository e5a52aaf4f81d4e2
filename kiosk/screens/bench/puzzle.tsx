import type { Lane, WaitingVehicle } from "../../../common/api/lanes.ts";
import { Button } from "../../parts/button.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { run } from "../../run.ts";
import { may } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { carry, dismissLane } from "./desk.ts";
import { Plate } from "./plate.tsx";
import { nearPlates } from "./plates.ts";
import { StayCard } from "./stay-card.tsx";
import { readInside } from "./stays.ts";
import { Tools } from "./tools.tsx";

interface PuzzleProps {
  lane: Lane;
  vehicle: WaitingVehicle;
}

/** A vehicle that was not let through: why, what to do, and the stays it may belong to. */
export function PuzzlePane({ lane, vehicle }: PuzzleProps) {
  const cause = vehicle.cause ?? "no_session";
  const refused = vehicle.state === "refused";
  return (
    <div class="puzzle">
      <header class="due-head">
        <div class="due-who">
          <Plate plate={vehicle.plate} class="big" />
          <p class="due-facts soft">
            <span>{lane.name}</span>
            {vehicle.subscriptionId === undefined ? null : <span>{t("waiting.subscriber")}</span>}
          </p>
        </div>
      </header>
      <div class={`puzzle-cause ${refused ? "grave" : ""}`} role="alert">
        <h1>
          <span aria-hidden="true">{refused ? "⛔ " : "? "}</span>
          {t(`refusal.${cause}`)}
        </h1>
        <p>{t(`cause.${cause}`)}</p>
      </div>
      {lane.direction === "entry" ? <span class="space" /> : <Candidates vehicle={vehicle} />}
      <footer class="actions bench-actions">
        <Tools finds={lane.direction === "entry"} />
        <Ways lane={lane} />
      </footer>
    </div>
  );
}

/** The stays whose plate is nearest to what was read: one tap leads to their quote. */
function Candidates({ vehicle }: { vehicle: WaitingVehicle }) {
  const { plate } = vehicle;
  const { value } = useLoad(() => readInside({ limit: 500 }), `${vehicle.since} ${plate}`);
  const near = plate === null || value === undefined ? [] : nearPlates(plate, value);
  if (near.length === 0) return <p class="soft puzzle-none">{t("puzzle.no_near")}</p>;
  return (
    <section class="candidates" aria-label={t("puzzle.near")}>
      <h2>{t("puzzle.near")}</h2>
      <div class="stays">
        {near.map((stay) => (
          <StayCard key={stay.id} stay={stay} read={plate} onTap={() => run(() => carry(stay))} />
        ))}
      </div>
    </section>
  );
}

function Ways({ lane }: { lane: Lane }) {
  return (
    <>
      <Button class="tool" onTap={() => dismissLane(lane.id)}>
        {t("puzzle.leave")}
      </Button>
      {lane.direction === "entry" || !may("session:read") ? null : (
        <Button variant="primary" class="commit" hint={t("tool.find_key")} onTap={() => openSheet("find", {})}>
          {t("tool.find_long")}
        </Button>
      )}
    </>
  );
}
