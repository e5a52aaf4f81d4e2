import { durationMs, durationText, SECOND } from "./duration.ts";
import { leastCommonMultiple } from "./fraction.ts";
import type { Collection, RateLine } from "./model.ts";

export type ChargeCode = "free" | "flat" | "tier" | "increment" | "per_unit";

/** A line with its durations in milliseconds, and what pricing a stay has to remember of it. */
export interface PreparedLine {
  line: RateLine;
  collection: Collection;
  start: number;
  end: number;
  incrementPeriod: number;
  unitPeriod: number;
  code: ChargeCode;
  label: string;
  /** Until when its increments have paid. */
  paidUntil: number;
  /** The reset window in which a flat rate or an additive tier was charged last. */
  chargedIn: number;
}

/** A collection with its lines in the order of their durations. */
export interface PreparedCollection {
  collection: Collection;
  lines: PreparedLine[];
  /** The lines that name a total price by length of stay, and what they have charged, in which window. */
  tiers: PreparedLine[];
  tiersCharged: number;
  tiersWindow: number;
}

/** Prepares a collection for the pricing of one stay. */
export function prepareCollection(collection: Collection): PreparedCollection {
  const lines = collection.lines.map((line) => prepareLine(collection, line));
  // An earlier line's increments may cover the beginning of a later one, so they go first.
  lines.sort((a, b) => a.start - b.start || a.line.sequence - b.line.sequence);
  const tiers = lines.filter(isTotalTier).sort((a, b) => a.end - b.end);
  return { collection, lines: lines.filter((line) => !isTotalTier(line)), tiers, tiersCharged: 0, tiersWindow: 0 };
}

/** The denominator in which every amount of these lines is whole: seconds of all unit periods. */
export function scaleOf(collections: Iterable<Collection>): bigint {
  let scale = 1n;
  for (const { lines } of collections) {
    for (const line of lines) {
      if (line.type !== "perUnit") continue;
      const seconds = BigInt(durationMs(line.unitPeriod ?? "PT1H") / SECOND);
      if (scale % seconds !== 0n) scale = leastCommonMultiple(scale, seconds);
    }
  }
  return scale;
}

function prepareLine(collection: Collection, line: RateLine): PreparedLine {
  const start = line.durationStart === undefined ? 0 : durationMs(line.durationStart);
  const end = line.durationEnd === undefined ? Number.POSITIVE_INFINITY : durationMs(line.durationEnd);
  const incrementPeriod = line.incrementPeriod === undefined ? 0 : durationMs(line.incrementPeriod);
  const unitPeriod = durationMs(line.unitPeriod ?? "PT1H");
  const times = { start, end, incrementPeriod, unitPeriod };
  const code = line.value === 0 ? "free" : CODES[line.type];
  const memory = { paidUntil: Number.NEGATIVE_INFINITY, chargedIn: -1 };
  return { line, collection, ...times, code, label: labelOf(code, times), ...memory };
}

const CODES: Record<RateLine["type"], ChargeCode> = {
  flatRate: "flat",
  flatRateTier: "tier",
  incrementingRate: "increment",
  perUnit: "per_unit",
};

type Times = Pick<PreparedLine, "start" | "end" | "incrementPeriod" | "unitPeriod">;

function labelOf(code: ChargeCode, { start, end, incrementPeriod, unitPeriod }: Times): string {
  if (code === "free") return "Free";
  if (code === "flat") return "Flat rate";
  if (code === "increment") return `Per started ${durationText(incrementPeriod)}`;
  if (code === "per_unit") return `Per ${durationText(unitPeriod)}`;
  return Number.isFinite(end) ? `Up to ${durationText(end)}` : `From ${durationText(start) || "entry"}`;
}

function isTotalTier({ line }: PreparedLine): boolean {
  return line.type === "flatRateTier" && line.tierMode !== "additive";
}
