import type { WaitingVehicle } from "../../common/api/lanes.ts";
import { instant } from "../../common/node/clock.ts";
import type { Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { deviceActor } from "./actors.ts";
import { takeBetterPlate } from "./better-plate.ts";
import { enter } from "./entering.ts";
import { type LaneRow, laneById, requireDevice } from "./lanes.ts";
import { leave } from "./leaving.ts";
import { keepPicture } from "./pictures.ts";
import { rememberPlate } from "./plates.ts";
import type { ReadMemory } from "./read-memory.ts";
import { letThroughAgain, type Start } from "./resuming.ts";
import type { SessionRow } from "./session-rows.ts";
import { sessionOfPlate } from "./sessions.ts";
import { type Outcome, type Read, type ReadBooth, refuseVehicle, type Sighting } from "./sighting.ts";
import { memberOf } from "./subscribers.ts";
import { ticketCode } from "./tickets.ts";

export type { Read, ReadBooth } from "./sighting.ts";

/** A read older than this is recorded and never opens. */
export const STALE_AFTER_MS = 12_000;

const isTooOld = ({ takenAt }: Read, now: number): boolean =>
  takenAt !== null && now - Date.parse(takenAt) > STALE_AFTER_MS;

/** Checks that a lane exists and has the device a read claims to come from: 404 and `no_such_device` otherwise. */
export function laneOfRead(booth: Needs<"db">, laneId: string, category: "reader" | "camera" | "access"): LaneRow {
  const lane = laneById(booth.db, laneId);
  requireDevice(booth.db, laneId, category);
  return lane;
}

/** What is known of the reads before, and since when they are taken. */
export interface Before {
  memory: ReadMemory;
  start: Start;
}

/**
 * Decides about a vehicle at a lane. A read yields a stay, a payment due or a refusal with its reason; it is never a
 * barrier command by itself. The ledger has the event before the barrier has the intent. The picture is asked for first,
 * and no car waits for it: `picture` resolves once it is kept and the read announced, and never rejects.
 */
export async function admitRead(
  booth: ReadBooth,
  { memory, start }: Before,
  lane: LaneRow,
  read: Read,
): Promise<{ picture: Promise<void> }> {
  const now = booth.clock.monotonic();
  const before = memory.before(lane.id, read, now);
  // One that came late says that the vehicle was there; the first fresh one, that it is.
  const isFresh = before?.isStale === true && !isTooOld(read, booth.clock.now());
  if (before && !isFresh && !hasArrived(booth, lane, read)) {
    await takeBetterPlate(booth, lane, before, read);
    return { picture: Promise.resolve() };
  }
  const seen = memory.remember(lane.id, read, now);
  booth.devices.setLastRead(lane.id, { at: instant(booth.clock.now()), by: read.by, plate: read.plate });
  const taken = takePicture(booth, lane, read);
  try {
    const device = deviceActor(`${lane.id}/${read.by === "camera" ? "camera" : "reader"}`);
    // A car that has paid is let out on a full disk too.
    const urgency = { urgent: lane.direction !== "entry" };
    const outcome = await booth.ledger.commit(device, (tx) => decide(booth, start, tx, lane, read), urgency);
    seen.recognised = "state" in outcome;
    seen.isStale = "cause" in outcome && outcome.cause === "stale_read";
    seen.opened = openedBy(outcome)?.id ?? null;
    if (mayShow(booth, lane, read)) booth.devices.setWaiting(lane.id, waitingOf(booth, read, outcome));
    return { picture: taken.then((jpeg) => finish(booth, lane, read, outcome, jpeg)) };
  } catch (error) {
    memory.forget(lane.id, seen);
    booth.devices.setWaiting(lane.id, waitingOf(booth, read, { cause: "not_ready" }));
    throw error;
  }
}

/** The picture that came with the read, or one of the lane's camera. Never rejects. */
async function takePicture(booth: ReadBooth, lane: LaneRow, read: Read): Promise<Buffer | null> {
  if (!read.jpeg) return (await booth.devices.snapshot(lane.id))?.jpeg ?? null;
  booth.devices.setPicture(lane.id, { jpeg: read.jpeg, takenAt: instant(booth.clock.now()) });
  return read.jpeg;
}

async function finish(
  booth: ReadBooth,
  lane: LaneRow,
  read: Read,
  outcome: Outcome,
  jpeg: Buffer | null,
): Promise<void> {
  const opened = openedBy(outcome);
  if (jpeg && opened) await keepPicture(booth, opened.id, jpeg);
  emitVehicleRead(booth, lane, read, outcome, jpeg);
}

function openedBy(outcome: Outcome): SessionRow | null {
  return "state" in outcome && outcome.state === "admitted" ? outcome.session : null;
}

/** Something read badly must not take a vehicle off the screen that is about to pay. */
function mayShow(booth: ReadBooth, lane: LaneRow, read: Read): boolean {
  return read.bad === undefined || booth.devices.lane(lane.id)?.waiting?.state !== "due";
}

/** Whether a vehicle that was read too early, with nothing before the barrier, has come up to it since. */
function hasArrived(booth: ReadBooth, lane: LaneRow, read: Read): boolean {
  const { presence, waiting } = booth.devices.lane(lane.id) ?? {};
  return presence === true && waiting?.cause === "no_presence" && waiting.plate === read.plate;
}

function decide(booth: ReadBooth, start: Start, tx: Transaction, lane: LaneRow, read: Read): Outcome {
  const { keys } = booth.ledger;
  const plateRef = read.plate === null ? null : rememberPlate(tx.db, keys, read.plate, tx.at);
  const inside = plateRef === null ? null : sessionOfPlate(tx.db, plateRef);
  const member = memberOf(tx.db, keys, { plateRef, code: read.code }, tx.at);
  const sighting: Sighting = { booth, tx, lane, read, plateRef, inside, member };
  if (isTooOld(read, tx.now)) return refuseVehicle(sighting, "stale_read");
  if (read.bad !== undefined) return refuseVehicle(sighting, "bad_read");
  return letThroughAgain(sighting, start) ?? (isLeaving(sighting) ? leave(sighting) : enter(sighting));
}

/** At a lane of both directions, who is inside leaves, and so does a ticket. */
function isLeaving({ lane, read, inside, member }: Sighting): boolean {
  if (lane.direction !== "both") return lane.direction === "exit";
  return inside !== null || (member === null ? read.by === "qr" : member.sessionId !== null);
}

/** Tells the modules of every vehicle read, from the snapshot step. */
function emitVehicleRead(booth: ReadBooth, lane: LaneRow, read: Read, outcome: Outcome, jpeg: Buffer | null): void {
  const session = "state" in outcome ? outcome.session : null;
  const takenAt = read.takenAt ?? instant(booth.clock.now());
  booth.bus.announce("vehicleRead", {
    lane: lane.id,
    entered: openedBy(outcome) !== null,
    sessionId: session?.id ?? null,
    plate: read.plate,
    vehicleClass: read.vehicleClass,
    cameraClass: read.cameraClass,
    takenAt,
    jpeg,
  });
}

function waitingOf(booth: ReadBooth, read: Read, outcome: Outcome): WaitingVehicle {
  const session = outcome.session ?? null;
  const missing = "cause" in outcome && ["no_session", "ambiguous", "unknown_ticket"].includes(outcome.cause);
  return {
    state: "state" in outcome ? outcome.state : missing ? "unmatched" : "refused",
    sessionId: session?.id ?? null,
    plate: session?.plate ?? read.plate,
    ticket: session === null ? null : ticketCode(booth.ledger.keys, session.ticket_number),
    vehicleClass: session?.vehicle_class ?? read.vehicleClass,
    confidence: read.confidence,
    since: instant(booth.clock.now()),
    cause: "cause" in outcome ? outcome.cause : null,
    quote: "state" in outcome ? (outcome.quote ?? null) : null,
    nearMatch: "state" in outcome ? (outcome.nearMatch ?? null) : null,
    ...(outcome.subscriptionId === undefined ? {} : { subscriptionId: outcome.subscriptionId }),
  };
}
