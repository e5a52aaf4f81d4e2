import { computed, signal } from "@preact/signals";
import type { Lane } from "../../../common/api/lanes.ts";
import type { PaymentReceipt } from "../../../common/api/payments.ts";
import type { Quote, Session } from "../../../common/api/sessions.ts";
import type { PaymentMethod } from "../../../common/words.ts";
import { get } from "../../api.ts";
import { now, second } from "../../clock.ts";
import { laneList } from "../../feed.ts";
import { closeSheet } from "../../sheets.ts";
import { type Carried, type Done, type Due, dueLanes, keyOf, pickSubject } from "./subject.ts";

const selected = signal<string | null>(null);
const carried = signal<Carried | null>(null);
const done = signal<Done | null>(null);
const dismissed = signal<ReadonlySet<string>>(new Set());

/** What was given for the vehicle with this key. It outlives a lock and every sheet. */
export interface Tender {
  key: string;
  method: PaymentMethod;
  given: number | null;
  /** Whether the amount is being typed, so that the next digit goes on with it. */
  typing: boolean;
}
const NO_TENDER: Tender = { key: "", method: "cash", given: null, typing: false };
const tender = signal<Tender>(NO_TENDER);

/** What the right pane is about now. */
export const subject = computed(() =>
  pickSubject(laneList.value, {
    selected: selected.value,
    carried: carried.value,
    done: done.value,
    dismissed: dismissed.value,
    nowMs: second.value,
  }),
);

/** The lane the right pane is about, if it is about one. */
export const subjectLane = computed((): string | null => {
  const about = subject.value;
  if (about.kind === "done") return about.done.receipt.intent?.lane ?? null;
  return about.kind === "idle" ? null : (about.lane?.id ?? null);
});

/** Turns to the vehicle at a lane. */
export function selectLane(id: string): void {
  done.value = null;
  carried.value = null;
  selected.value = id;
  const lane = laneList.value.find((one) => one.id === id);
  if (lane === undefined || !dismissed.value.has(keyOf(lane))) return;
  dismissed.value = new Set([...dismissed.value].filter((key) => key !== keyOf(lane)));
}

/** Is through with the vehicle at a lane. */
export function dismissLane(id: string | null): void {
  const lane = laneList.value.find((one) => one.id === id);
  if (lane?.waiting) dismissed.value = new Set([...dismissed.value].slice(-20)).add(keyOf(lane));
  if (selected.value === id) selected.value = null;
}

/** Puts a stay on the workbench for payment: at the exit lane where a car stands, else without a lane. */
export async function carry(session: Session, { lost = false } = {}): Promise<void> {
  const quote = await get<Quote>(quotePath(session.id, lost));
  const lane = laneList.value.find((one) => one.id === subjectLane.value);
  const opens =
    lane !== undefined && lane.direction !== "entry" && lane.waiting !== null && subject.value.kind !== "done";
  done.value = null;
  carried.value = { session, quote, lost, lane: opens ? lane.id : null };
  closeSheet();
}

/** Chooses which exit lane opens once the stay on the workbench is paid. */
export function carryTo(lane: string | null): void {
  if (carried.value !== null) carried.value = { ...carried.value, lane };
}

/** Takes the stay off the workbench again; nothing was charged. */
export function putBack(): void {
  carried.value = null;
}

/** Where the quote of a stay is read. */
export function quotePath(sessionId: string, lost: boolean): string {
  return `/api/sessions/${sessionId}/quote${lost ? "?lost=flat" : ""}`;
}

/** Shows what came of a payment, until the next vehicle or for 20 s. */
export function finish(due: Due, receipt: PaymentReceipt): void {
  dismissLane(due.lane?.id ?? null);
  carried.value = null;
  selected.value = null;
  tender.value = NO_TENDER;
  const waiting = dueLanes(laneList.value, dismissed.value).map(keyOf);
  // The vehicle itself counts as known: its lane still shows it as due until the booth has said otherwise.
  done.value = { receipt, plate: due.plate, atMs: now(), waiting: [...waiting, due.key] };
}

/** Goes on to the next vehicle. */
export function next(): void {
  done.value = null;
}

/** What was given for this vehicle so far. */
export function tenderOf(key: string): Tender {
  return tender.value.key === key ? tender.value : { ...NO_TENDER, key };
}

export function setTender(change: Tender): void {
  tender.value = change;
}

/** The exit lanes, which a stay without a car at the barrier may be paid at. */
export const exitLanes = computed((): Lane[] => laneList.value.filter((lane) => lane.direction !== "entry"));
