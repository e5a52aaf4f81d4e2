import * as v from "valibot";
import { replay } from "../event-parts.ts";
import { isPriceable } from "../pricing.ts";
import { RateTableSchema } from "../rate-table.ts";
import { VehicleClassName } from "../review.ts";
import { At, Instant, Int, Line, Slug } from "./parts.ts";
import { QuoteLine } from "./sessions.ts";

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
export const ReplayedStay = v.strictObject({
  sessionId: v.string(),
  enteredAt: At,
  exitedAt: At,
  vehicleClass: v.string(),
  before: Int,
  after: Int,
});
export type ReplayedStay = v.InferOutput<typeof ReplayedStay>;

const shownReplay = v.strictObject({ ...replay.entries, from: At, to: At });

/** What a rate table would have changed in the stays of the last days; `worst` are the ten that it changes most. */
export const TariffReplay = v.strictObject({
  ...shownReplay.entries,
  worst: v.array(ReplayedStay),
});
export type TariffReplay = v.InferOutput<typeof TariffReplay>;

/** A published version; never edited. */
export const Tariff = v.strictObject({
  id: v.string(),
  version: Int,
  name: v.string(),
  effectiveFrom: v.string(),
  note: v.nullable(v.string()),
  publishedAt: At,
  publishedBy: v.string(),
  rateTable: RateTableSchema,
  /** As it was replayed before it was published; absent where nobody asked, or for whom may not read reports. */
  replay: v.exactOptional(shownReplay),
});
export type Tariff = v.InferOutput<typeof Tariff>;

/** What a stay that need not exist would cost, in minor units; the lines add up to `amount`. */
export const QuotedPrice = v.strictObject({ amount: Int, tax: Int, currency: v.string(), lines: v.array(QuoteLine) });
