import type { Lane, WaitingState, WaitingVehicle } from "../../../common/api/lanes.ts";
import { Button } from "../../parts/button.tsx";
import { Pill, type Tone } from "../../parts/pill.tsx";
import { Ltr, Time } from "../../parts/values.tsx";
import { may } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { lookUp, t } from "../../text/index.ts";
import { BarrierLine } from "./barrier-line.tsx";
import { selectLane, subjectLane } from "./desk.ts";
import { LanePicture } from "./lane-picture.tsx";

const WAITING: Readonly<Record<WaitingState, { glyph: string; tone: Tone }>> = {
  due: { glyph: "€", tone: "warn" },
  paid: { glyph: "✓", tone: "ok" },
  free: { glyph: "0", tone: "neutral" },
  subscriber: { glyph: "★", tone: "accent" },
  refused: { glyph: "⛔", tone: "danger" },
  admitted: { glyph: "✓", tone: "ok" },
  unmatched: { glyph: "?", tone: "warn" },
};

const WANTS_SOMEBODY: readonly WaitingState[] = ["due", "refused", "unmatched"];

/** A lane with its picture, who stands there, its barrier, and the way to open it by hand. */
export function LaneCard({ lane }: { lane: Lane }) {
  const active = subjectLane.value === lane.id;
  const { fault, notes } = troublesOf(lane);
  return (
    <article class={`card lane-card ${active ? "active" : ""} ${fault ? "fault" : ""}`}>
      <button type="button" class="lane-pick" aria-pressed={active} onClick={() => selectLane(lane.id)}>
        <span class="lane-head">
          <span class="lane-name">{lane.name}</span>
          <Badges lane={lane} />
        </span>
        <LanePicture lane={lane} />
      </button>
      {notes.map((note) => (
        <p key={note} class={`lane-note ${fault ? "grave" : ""}`}>
          <span aria-hidden="true">▲ </span>
          {note}
        </p>
      ))}
      <div class="lane-foot">
        <BarrierLine lane={lane} />
        <ByHand lane={lane} />
      </div>
    </article>
  );
}

/** A lane in one line, where there are many. */
export function CompactLane({ lane }: { lane: Lane }) {
  const { fault } = troublesOf(lane);
  return (
    <article class={`card lane-compact ${fault ? "fault" : ""}`}>
      <button type="button" class="lane-pick" aria-pressed={false} onClick={() => selectLane(lane.id)}>
        <span class="lane-line">
          <span class="lane-name">{lane.name}</span>
          {lane.waiting !== null && WANTS_SOMEBODY.includes(lane.waiting.state) ? (
            <Waiting vehicle={lane.waiting} />
          ) : lane.full === true ? (
            <Full />
          ) : null}
        </span>
        <BarrierLine lane={lane} form="short" />
      </button>
      <ByHand lane={lane} />
    </article>
  );
}

function Badges({ lane }: { lane: Lane }) {
  const { waiting, lastRead } = lane;
  return (
    <span class="lane-badges">
      {waiting !== null ? (
        <>
          <Pill>
            <SeenAs {...lane} />
          </Pill>
          <Waiting vehicle={waiting} />
        </>
      ) : lane.full === true ? (
        <Full />
      ) : lastRead !== null ? (
        <Pill>
          <Time at={lastRead.at} />
        </Pill>
      ) : null}
    </span>
  );
}

function SeenAs({ waiting }: Lane) {
  const name = lookUp(`class.${waiting?.vehicleClass}`) ?? "";
  if (waiting?.confidence == null) return <>{name}</>;
  return (
    <>
      {name} <Ltr>{`${Math.round(waiting.confidence * 100)}\u202f%`}</Ltr>
    </>
  );
}

function Full() {
  return (
    <Pill tone="warn" glyph="▲">
      {t("lane.full")}
    </Pill>
  );
}

/** What is the case with a vehicle; of one that was let in, whether it is a subscriber's. */
function Waiting({ vehicle }: { vehicle: WaitingVehicle }) {
  const state = vehicle.state === "admitted" && vehicle.subscriptionId !== undefined ? "subscriber" : vehicle.state;
  const { glyph, tone } = WAITING[state];
  return (
    <Pill tone={tone} glyph={glyph}>
      {t(`waiting.${state}`)}
    </Pill>
  );
}

function ByHand({ lane }: { lane: Lane }) {
  if (!may("session:update", "payment:create") || !lane.devices.some((device) => device.category === "access"))
    return null;
  return (
    <Button
      size="sm"
      variant="manual"
      keepFocus
      class="by-hand"
      label={`${t("hand.button")}: ${lane.name}`}
      onTap={() => openSheet("hand", { lane: lane.id })}
    >
      {t("hand.button")}
    </Button>
  );
}

/** What is wrong at a lane, with what to do instead; scanner and printer stand in the banner. */
function troublesOf(lane: Lane): { fault: boolean; notes: string[] } {
  const wrong = (category: string) =>
    lane.devices.some((device) => device.category === category && device.state !== "ready");
  const fault = lane.barrier === "fault" || wrong("access");
  const notes = [
    ...(fault ? [t("lane.barrier_down", { lane: lane.name })] : []),
    ...(wrong("camera") ? [t(lane.pictureAt === null ? "lane.camera_down" : "lane.camera_old")] : []),
  ];
  return { fault, notes };
}
