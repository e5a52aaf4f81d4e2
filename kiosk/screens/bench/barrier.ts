import type { BarrierState, Lane } from "../../../common/api/lanes.ts";
import type { Tone } from "../../parts/pill.tsx";

/** For how long an intent that no report has answered stands in the place of the last report. */
const CLOSED_ANSWERS_AFTER_MS = 20_000;
const UNKNOWN_AFTER_MS = 120_000;

const LOOKS: Readonly<Record<BarrierState, { glyph: string; tone: Tone }>> = {
  closed: { glyph: "▬", tone: "neutral" },
  open: { glyph: "◢", tone: "ok" },
  held: { glyph: "◢‖", tone: "manual" },
  moving: { glyph: "◔", tone: "accent" },
  fault: { glyph: "▲", tone: "danger" },
  unknown: { glyph: "?", tone: "neutral" },
};

export interface BarrierView {
  /** `requested`: asked for, and no device has said yet what came of it. */
  state: BarrierState | "requested";
  glyph: string;
  tone: Tone;
  /** When the opening was asked for. */
  requestedAt?: string;
}

/** The intents whose barrier was seen to move, by lane. */
const answered = new Map<string, number>();

/** A barrier as it may be told to people: the last report, or an opening that was asked for and not yet reported. */
export function barrierView(lane: Lane, nowMs: number): BarrierView {
  const { barrier, intent } = lane;
  if (intent !== null && (barrier === "open" || barrier === "held" || barrier === "moving")) {
    answered.set(lane.id, intent.seq);
  }
  if (isPending(lane, nowMs) && intent !== null)
    return { state: "requested", glyph: "◔", tone: "accent", requestedAt: intent.at };
  return { state: barrier, ...LOOKS[barrier] };
}

function isPending({ id, barrier, intent }: Lane, nowMs: number): boolean {
  if (intent === null || (intent.intent !== "open" && intent.intent !== "hold")) return false;
  const ageMs = nowMs - Date.parse(intent.at);
  if (barrier === "unknown") return ageMs < UNKNOWN_AFTER_MS;
  return barrier === "closed" && (answered.get(id) ?? 0) < intent.seq && ageMs < CLOSED_ANSWERS_AFTER_MS;
}
