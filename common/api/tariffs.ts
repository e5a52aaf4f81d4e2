import * as v from "valibot";
import type { ReplaySummary } from "../events.ts";
import { isPriceable } from "../pricing.ts";
import { type RateTable, RateTableSchema } from "../rate-table.ts";
import { VehicleClassName } from "../review.ts";
import { Instant, Line, Slug } from "./parts.ts";

const WholeNumber = v.pipe(v.number("expected a whole number"), v.safeInteger("expected a whole number"));

const Days = v.pipe(WholeNumber, v.minValue(1, "expected 1 to 366 days"), v.maxValue(366, "expected 1 to 366 days"));

export const TariffPublish = v.strictObject({
  rateTable: RateTableSchema,
  effectiveFrom: Instant,
  note: v.optional(Line),
  /** Replays so many days first, and keeps the summary with the version. */
  replayDays: v.optional(Days),
  /** The id or the number of the version the table was made from: refused if there is a newer one. */
  basedOn: v.optional(v.union([Slug, WholeNumber], "expected the id or the number of a version")),
});
export type TariffPublish = v.InferOutput<typeof TariffPublish>;

export const TariffQuote = v.pipe(
  v.strictObject({
    rateTable: v.optional(RateTableSchema),
    tariffId: v.optional(Slug),
    enteredAt: Instant,
    exitedAt: Instant,
    vehicleClass: v.optional(VehicleClassName, "sedan"),
    validations: v.optional(v.pipe(v.array(Slug), v.maxLength(10)), []),
  }),
  v.check(
    (input) => (input.rateTable === undefined) !== (input.tariffId === undefined),
    "expected either rateTable or tariffId",
  ),
  v.check((input) => input.exitedAt >= input.enteredAt, "expected exitedAt at or after enteredAt"),
  v.check(
    (input) => isPriceable(Date.parse(input.enteredAt), Date.parse(input.exitedAt)),
    "expected a stay of at most five years",
  ),
);
export type TariffQuote = v.InferOutput<typeof TariffQuote>;

export const TariffReplayRequest = v.strictObject({ rateTable: RateTableSchema, days: v.optional(Days, 30) });
export type TariffReplayRequest = v.InferOutput<typeof TariffReplayRequest>;

/** A stay as two tariffs price it, in minor units. */
export interface ReplayedStay {
  sessionId: string;
  enteredAt: string;
  exitedAt: string;
  vehicleClass: string;
  before: number;
  after: number;
}

/** What a rate table would have changed in the stays of the last days; `worst` are the ten that it changes most. */
export interface TariffReplay extends ReplaySummary {
  worst: ReplayedStay[];
}

/** A published version; never edited. */
export interface Tariff {
  id: string;
  version: number;
  name: string;
  effectiveFrom: string;
  note: string | null;
  publishedAt: string;
  publishedBy: string;
  rateTable: RateTable;
  /** As it was replayed before it was published; absent where nobody asked, or for whom may not read reports. */
  replay?: ReplaySummary;
}
