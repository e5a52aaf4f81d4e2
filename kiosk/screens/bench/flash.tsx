import type { Lane, WaitingVehicle } from "../../../common/api/lanes.ts";
import { second } from "../../clock.ts";
import { Button } from "../../parts/button.tsx";
import { t } from "../../text/index.ts";
import { barrierView } from "./barrier.ts";
import { BarrierLine } from "./barrier-line.tsx";
import { dismissLane } from "./desk.ts";
import { Plate } from "./plate.tsx";
import { Tools } from "./tools.tsx";

const GLYPHS: Partial<Record<WaitingVehicle["state"], string>> = {
  paid: "✓",
  free: "✓",
  subscriber: "★",
  admitted: "✓",
};

/** A vehicle that needs nothing from anybody: who it was and what the barrier does. */
export function FlashPane({ lane, vehicle }: { lane: Lane; vehicle: WaitingVehicle }) {
  return (
    <div class="flash">
      <header class="due-head">
        <div class="due-who">
          <Plate plate={vehicle.plate} class="big" />
          <p class="due-facts soft">{lane.name}</p>
        </div>
      </header>
      <div class={`flash-word ${vehicle.state}`} role="status">
        <h1>
          <span aria-hidden="true">{GLYPHS[vehicle.state]} </span>
          {wordOf(lane, vehicle)}
        </h1>
        <BarrierLine lane={lane} form="named" />
        {vehicle.nearMatch === null ? null : <p class="soft">{t("due.near", { pairs: vehicle.nearMatch })}</p>}
      </div>
      <footer class="actions bench-actions">
        <Tools />
        <Button variant="primary" class="commit" onTap={() => dismissLane(lane.id)}>
          {t("do.next")}
        </Button>
      </footer>
    </div>
  );
}

/** A subscriber has no amount to tell of, so it is told that the barrier opened, once it has. */
function wordOf(lane: Lane, { state }: WaitingVehicle): string {
  const who = t(`waiting.${state}`);
  const barrier = barrierView(lane, second.value).state;
  const hasOpened = barrier !== "requested" && barrier !== "fault" && barrier !== "unknown";
  return state === "subscriber" && hasOpened ? t("flash.opened", { who }) : who;
}
