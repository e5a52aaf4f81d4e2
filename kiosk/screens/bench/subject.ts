import type { Lane, WaitingVehicle } from "../../../common/api/lanes.ts";
import type { PaymentReceipt } from "../../../common/api/payments.ts";
import type { Quote, Session } from "../../../common/api/sessions.ts";

/** A stay that a person put on the workbench: found, scanned, or paid for as a lost ticket. */
export interface Carried {
  session: Session;
  quote: Quote;
  /** The exit lane that opens once it is paid, if any. */
  lane: string | null;
  lost: boolean;
}

/** A payment that was just taken. */
export interface Done {
  receipt: PaymentReceipt;
  plate: string | null;
  atMs: number;
  /** The vehicles that waited already: only another one ends this. */
  waiting: readonly string[];
}

/** Somebody who owes money. */
export interface Due {
  kind: "due";
  key: string;
  sessionId: string;
  plate: string | null;
  ticket: string | null;
  lane: Lane | null;
  quote: Quote | null;
  nearMatch: string | null;
  lost: boolean;
  carried: boolean;
}

/** What the right pane is about. */
export type Subject =
  | { kind: "done"; key: string; done: Done }
  | Due
  | { kind: "puzzle" | "flash"; key: string; lane: Lane; vehicle: WaitingVehicle }
  | { kind: "idle"; key: "" };

export interface Desk {
  /** The lane a person tapped. */
  selected: string | null;
  carried: Carried | null;
  done: Done | null;
  /** Vehicles a person is through with, by key. */
  dismissed: ReadonlySet<string>;
  nowMs: number;
}

const FLASH_MS = 20_000;
export const DONE_MS = 20_000;

/** A vehicle at a lane, apart from the one before it. */
export function keyOf(lane: Lane): string {
  return lane.waiting === null ? "" : `${lane.id} ${lane.waiting.since} ${lane.waiting.sessionId ?? ""}`;
}

const servesExit = (lane: Lane): boolean => lane.direction !== "entry";

/** Whether the vehicle there still needs somebody: not once a person is through with it or has opened by hand. */
function isOpen(lane: Lane, dismissed: ReadonlySet<string>): boolean {
  const { waiting, intent } = lane;
  if (waiting === null || dismissed.has(keyOf(lane))) return false;
  return !(intent?.intent === "open" && intent.at > waiting.since);
}

/** The vehicles that owe money at an exit, the longest waiting first. */
export function dueLanes(lanes: readonly Lane[], dismissed: ReadonlySet<string>): Lane[] {
  return lanes
    .filter((lane) => servesExit(lane) && lane.waiting?.state === "due" && isOpen(lane, dismissed))
    .sort((a, b) => (a.waiting?.since ?? "").localeCompare(b.waiting?.since ?? ""));
}

/**
 * Chooses what the right pane is about: a payment just taken, a stay somebody put there, the lane somebody tapped, who
 * owes money, who cannot get through, who was just let through; else nobody.
 */
export function pickSubject(lanes: readonly Lane[], desk: Desk): Subject {
  const { done, carried, dismissed } = desk;
  const due = dueLanes(lanes, dismissed);
  if (done !== null && holds(done, due, desk.nowMs)) return { kind: "done", key: `done ${done.receipt.id}`, done };
  if (carried !== null) return carriedDue(carried, lanes);
  const tapped = lanes.find((lane) => lane.id === desk.selected && isOpen(lane, dismissed));
  const puzzled = lanes.filter((lane) => isPuzzle(lane) && isOpen(lane, dismissed));
  const lane = tapped ?? due[0] ?? puzzled[0] ?? lanes.find((one) => flashes(one, desk));
  return lane === undefined ? { kind: "idle", key: "" } : subjectAt(lane);
}

function holds(done: Done, due: readonly Lane[], nowMs: number): boolean {
  return nowMs - done.atMs < DONE_MS && due.every((lane) => done.waiting.includes(keyOf(lane)));
}

function isPuzzle({ waiting }: Lane): boolean {
  return waiting?.state === "refused" || waiting?.state === "unmatched";
}

function flashes(lane: Lane, { dismissed, nowMs }: Desk): boolean {
  const { waiting } = lane;
  if (waiting === null || !servesExit(lane) || dismissed.has(keyOf(lane))) return false;
  const through = waiting.state === "paid" || waiting.state === "free" || waiting.state === "subscriber";
  return through && nowMs - Date.parse(waiting.since) < FLASH_MS;
}

function subjectAt(lane: Lane): Subject {
  const { waiting } = lane;
  const key = keyOf(lane);
  if (waiting === null) return { kind: "idle", key: "" };
  if (waiting.state !== "due" || waiting.sessionId === null)
    return { kind: isPuzzle(lane) ? "puzzle" : "flash", key, lane, vehicle: waiting };
  const { sessionId, plate, ticket, quote, nearMatch } = waiting;
  return { kind: "due", key, sessionId, plate, ticket, lane, quote, nearMatch, lost: false, carried: false };
}

function carriedDue({ session, quote, lane, lost }: Carried, lanes: readonly Lane[]): Due {
  return {
    kind: "due",
    key: `carried ${session.id} ${lost ? "lost" : ""}`,
    sessionId: session.id,
    plate: session.plate,
    ticket: session.ticket,
    lane: lanes.find((one) => one.id === lane) ?? null,
    quote,
    nearMatch: null,
    lost,
    carried: true,
  };
}
