import type { WaitingVehicle } from "../../common/api/lanes.ts";
import { instant } from "../../common/node/clock.ts";
import type { VehicleClass } from "../../common/review.ts";
import type { RefusalCause } from "../../common/words.ts";
import type { Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { deviceActor } from "./actors.ts";
import { feeAt } from "./fees.ts";
import { type LaneRow, laneById, requireDevice } from "./lanes.ts";
import { findLeaving, type Leaving } from "./leaving.ts";
import { keepPicture } from "./pictures.ts";
import { rememberPlate } from "./plates.ts";
import { openReadMemory, type ReadMemory } from "./read-memory.ts";
import type { SessionRow } from "./session-rows.ts";
import { openSession, sessionOfPlate } from "./sessions.ts";
import { siteOf } from "./sites.ts";
import { ticketCode } from "./tickets.ts";

/** A read older than this is recorded and never opens. */
export const STALE_AFTER_MS = 12_000;

export type ReadBooth = Needs<"db" | "ledger" | "devices" | "bus" | "clock" | "config" | "log">;

/** What a device reported, checked at the door. A plate of null is a vehicle whose plate could not be read. */
export interface Read {
  by: "qr" | "reader" | "camera";
  plate: string | null;
  /** A ticket code or a credential; null for a camera. */
  code: string | null;
  confidence: number | null;
  vehicleClass: VehicleClass;
  takenAt: string | null;
  jpeg: Buffer | null;
}

/** What came of a read: the stay it belongs to, or why the vehicle is not let through. */
type Outcome =
  | { session: SessionRow; state: WaitingVehicle["state"]; nearMatch?: string; quote?: WaitingVehicle["quote"] }
  | { cause: RefusalCause };

const memories = new WeakMap<object, ReadMemory>();

function memoryOf(booth: ReadBooth): ReadMemory {
  const known = memories.get(booth.ledger) ?? openReadMemory();
  memories.set(booth.ledger, known);
  return known;
}

/** Checks that a lane exists and has the device a read claims to come from: 404 and `no_such_device` otherwise. */
export function laneOfRead(booth: Needs<"db">, laneId: string, category: "reader" | "camera" | "access"): LaneRow {
  const lane = laneById(booth.db, laneId);
  requireDevice(booth.db, laneId, category);
  return lane;
}

/**
 * Decides about a vehicle at a lane. A read yields a stay, a payment due or a refusal with its reason; it is never a
 * barrier command by itself. The ledger has the event before the barrier has the intent.
 */
export async function admitRead(booth: ReadBooth, lane: LaneRow, read: Read): Promise<void> {
  const what = read.plate ?? read.code ?? "no plate";
  const memory = memoryOf(booth);
  if (!memory.isNew(lane.id, what, booth.clock.monotonic()) && !hasArrived(booth, lane, read)) return;
  booth.devices.setLastRead(lane.id, { at: instant(booth.clock.now()), by: read.by, plate: read.plate });
  try {
    if (read.jpeg) booth.devices.setPicture(lane.id, { jpeg: read.jpeg, takenAt: instant(booth.clock.now()) });
    const jpeg = read.jpeg ?? (await booth.devices.snapshot(lane.id))?.jpeg ?? null;
    const device = deviceActor(`${lane.id}/${read.by === "camera" ? "camera" : "reader"}`);
    const outcome = await booth.ledger.commit(device, (tx) => decide(booth, tx, lane, read));
    if (jpeg && "session" in outcome && outcome.state === "admitted") keepPicture(booth, outcome.session.id, jpeg);
    announceRead(booth, lane, read, outcome, jpeg);
    booth.devices.setWaiting(lane.id, waitingOf(booth, read, outcome));
  } catch (error) {
    memory.forget(lane.id, what);
    booth.devices.setWaiting(lane.id, waitingOf(booth, read, { cause: "not_ready" }));
    throw error;
  }
}

/** Whether a vehicle that was read too early, with nothing before the barrier, has come up to it since. */
function hasArrived(booth: ReadBooth, lane: LaneRow, read: Read): boolean {
  const { presence, waiting } = booth.devices.lane(lane.id) ?? {};
  return presence === true && waiting?.cause === "no_presence" && waiting.plate === read.plate;
}

function decide(booth: ReadBooth, tx: Transaction, lane: LaneRow, read: Read): Outcome {
  const plateRef = read.plate === null ? null : rememberPlate(tx.db, booth.ledger.keys, read.plate, tx.at);
  const refuseVehicle = (cause: RefusalCause, of: string | null = null): Outcome => {
    tx.append("vehicle_refused", { cause, by: read.by, plateRef, sessionId: of }, lane.id);
    return { cause };
  };
  if (read.takenAt !== null && tx.now - Date.parse(read.takenAt) > STALE_AFTER_MS) return refuseVehicle("stale_read");
  const inside = plateRef === null ? null : sessionOfPlate(tx.db, plateRef);
  const leaves = lane.direction === "exit" || (lane.direction === "both" && (inside !== null || read.by === "qr"));
  if (leaves) {
    const found = findLeaving(tx.db, booth.ledger.keys, read);
    return "cause" in found ? refuseVehicle(found.cause, found.sessionId) : letLeave(tx, lane, found);
  }
  if (read.by === "qr") return refuseVehicle("wrong_direction");
  if (read.by === "reader") return refuseVehicle("unknown_credential");
  if (inside) return refuseVehicle("already_inside", inside.id);
  if (isGateShut(booth, tx, lane)) return refuseVehicle("no_presence");
  const opening = { lane: lane.id, plateRef, vehicleClass: read.vehicleClass, enteredAt: tx.at, by: "read" as const };
  const session = openSession(tx, opening);
  tx.append("barrier_intent", { intent: "open", cause: "entry", sessionId: session.id }, lane.id);
  return { session, state: "admitted" };
}

/** Whether a vehicle must stand before the barrier and none does. A lane that cannot tell has no gate. */
function isGateShut(booth: ReadBooth, tx: Transaction, lane: LaneRow): boolean {
  if (booth.devices.lane(lane.id)?.presence !== false) return false;
  const site = siteOf(tx.db);
  const until = site.entry_presence_bypass_until;
  return !(site.entry_presence_bypass === 1 && (until === null || tx.at < until));
}

function letLeave(
  tx: Transaction,
  lane: LaneRow,
  { session, nearMatch }: Extract<Leaving, { session: SessionRow }>,
): Outcome {
  const near = nearMatch === undefined ? {} : { nearMatch };
  const { quote } = feeAt(tx.db, session, tx.at, false);
  if (quote.amount > 0) return { session, state: "due", quote, ...near };
  const how = session.paid > 0 ? "paid" : "free";
  tx.append("session_close", { sessionId: session.id, exitedAt: tx.at, how, owed: 0 }, lane.id);
  tx.append("barrier_intent", { intent: "open", cause: "exit", sessionId: session.id }, lane.id);
  return { session, state: how, ...near };
}

/** `emitVehicleRead`: tells the modules of every vehicle read from the snapshot step. */
function announceRead(booth: ReadBooth, lane: LaneRow, read: Read, outcome: Outcome, jpeg: Buffer | null): void {
  const session = "session" in outcome ? outcome.session : null;
  const direction =
    "session" in outcome && outcome.state === "admitted" ? "entry" : lane.direction === "entry" ? "entry" : "exit";
  const takenAt = read.takenAt ?? instant(booth.clock.now());
  booth.bus.announce("vehicleRead", {
    lane: lane.id,
    direction,
    sessionId: session?.id ?? null,
    plate: read.plate,
    vehicleClass: read.vehicleClass,
    takenAt,
    jpeg,
  });
}

function waitingOf(booth: ReadBooth, read: Read, outcome: Outcome): WaitingVehicle {
  const session = "session" in outcome ? outcome.session : null;
  const missing = "cause" in outcome && ["no_session", "ambiguous", "unknown_ticket"].includes(outcome.cause);
  return {
    state: "session" in outcome ? outcome.state : missing ? "unmatched" : "refused",
    sessionId: session?.id ?? null,
    plate: session?.plate ?? read.plate,
    ticket: session === null ? null : ticketCode(booth.ledger.keys, session.ticket_number),
    vehicleClass: session?.vehicle_class ?? read.vehicleClass,
    confidence: read.confidence,
    since: instant(booth.clock.now()),
    cause: "cause" in outcome ? outcome.cause : null,
    quote: "session" in outcome ? (outcome.quote ?? null) : null,
    nearMatch: "session" in outcome ? (outcome.nearMatch ?? null) : null,
  };
}
