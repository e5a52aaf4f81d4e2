import * as v from "valibot";
import { isPriceable } from "../pricing.ts";
import { type RateTable, RateTableSchema } from "../rate-table.ts";
import { Instant, Line, Slug, VehicleClassName } from "./parts.ts";

export const TariffPublish = v.strictObject({
  rateTable: RateTableSchema,
  effectiveFrom: Instant,
  note: v.optional(Line),
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
}
