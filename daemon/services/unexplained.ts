import type { BarrierState, Lane } from "../../common/api/lanes.ts";
import type { Needs } from "../context.ts";
import { BOOTH_ACTOR } from "./actors.ts";

/** A barrier that goes up so long after it was asked to goes up by itself. */
const EXPLAINS_MS = 15_000;
/** An arm whose switch flutters leaves one event in this time; the next says how often. */
const BETWEEN_MS = 60_000;

type Up = Extract<BarrierState, "open" | "held" | "moving">;
type Watching = Needs<"bus" | "devices" | "clock" | "ledger" | "log">;

/** What is remembered of one lane's barrier. */
interface Arm {
  /** The last state that said something; null before the first. */
  state: BarrierState | null;
  /** The last intent that was seen, and the timer that runs while it explains an opening: one for each intent. */
  intentSeq: number;
  explaining: NodeJS.Timeout | null;
  recordedAt: number;
  unrecorded: number;
}

const isUp = (state: BarrierState): state is Up => state === "open" || state === "held" || state === "moving";

/**
 * Watches what the barriers report: one that leaves `closed` though nobody asked it to within the last 15 s was opened by
 * a hand, a key switch or a fault, and the ledger says so. One that is found open at the start is not judged: who opened
 * it was not watched. Answers how to stop.
 */
export function watchOpenings(booth: Watching): () => void {
  const arms = new Map<string, Arm>();
  const see = (lane: Lane) => {
    const known = arms.get(lane.id) ?? firstLook(lane, booth);
    arms.set(lane.id, known);
    noteIntent(known, lane);
    if (lane.barrier === "unknown" || lane.barrier === "fault") return;
    const before = known.state;
    known.state = lane.barrier;
    if (before !== "closed" || !isUp(lane.barrier)) return;
    const isExplained = known.explaining !== null;
    explainNothing(known);
    if (!isExplained) void recordOpening(booth, lane.id, lane.barrier, known);
  };
  for (const lane of booth.devices.lanes()) see(lane);
  const leave = booth.bus.on("lane", see);
  return () => {
    leave();
    for (const arm of arms.values()) explainNothing(arm);
  };
}

function firstLook({ intent }: Lane, { clock }: Watching): Arm {
  const recordedAt = Number.NEGATIVE_INFINITY;
  const arm: Arm = { state: null, intentSeq: 0, explaining: null, recordedAt, unrecorded: 0 };
  // One that was given long before the booth started explains nothing.
  if (intent && clock.now() - Date.parse(intent.at) > EXPLAINS_MS) arm.intentSeq = intent.seq;
  return arm;
}

function noteIntent(arm: Arm, { intent }: Lane): void {
  if (!intent || intent.seq <= arm.intentSeq) return;
  arm.intentSeq = intent.seq;
  if (intent.intent !== "open" && intent.intent !== "hold") return;
  explainNothing(arm);
  arm.explaining = setTimeout(() => explainNothing(arm), EXPLAINS_MS).unref();
}

function explainNothing(arm: Arm): void {
  if (arm.explaining) clearTimeout(arm.explaining);
  arm.explaining = null;
}

async function recordOpening(booth: Watching, lane: string, barrier: Up, arm: Arm): Promise<void> {
  const now = booth.clock.monotonic();
  arm.unrecorded += 1;
  booth.log.warn({ lane, barrier }, "a barrier went up though nobody asked");
  if (now - arm.recordedAt < BETWEEN_MS) return;
  const count = arm.unrecorded;
  const recordedBefore = arm.recordedAt;
  Object.assign(arm, { unrecorded: 0, recordedAt: now });
  try {
    await booth.ledger.commit(BOOTH_ACTOR, (tx) => tx.append("unexplained_open", { barrier, count }, lane));
  } catch (error) {
    arm.unrecorded += count;
    arm.recordedAt = recordedBefore;
    booth.log.warn({ err: error, lane }, "an opening could not be recorded yet");
  }
}
