import fc from "fast-check";
import { DAYS } from "../../common/pricing/duration.ts";
import type { Collection, RateLine, RateTable, ValidPeriod } from "../../common/rate-table.ts";

/** What generated tables may contain. */
export interface Allowed {
  entry: boolean;
  stepped: boolean;
  fallingTiers: boolean;
}

const minutes = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => `PT${count}M`);
const value = fc.integer({ min: 0, max: 2000 });
const time = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom("00", "15", "30") })
  .map(({ hour, minute }) => `${String(hour).padStart(2, "0")}:${minute}`);
const period: fc.Arbitrary<ValidPeriod> = fc.record({
  days: fc.subarray([...DAYS], { minLength: 1 }),
  from: time,
  to: fc.oneof(time, fc.constant("24:00")),
});
const reset = fc.constantFrom("session", "calendar", "rolling");

function line(allowed: Allowed): fc.Arbitrary<Omit<RateLine, "sequence">> {
  const common = { value, durationStart: minutes(0, 120), maxValue: value };
  const required = ["value", "type"] as const;
  return fc.oneof(
    fc.record({ ...common, type: fc.constant("flatRate" as const) }, { requiredKeys: ["value", "type"] }),
    fc.record(
      { ...common, type: fc.constant("incrementingRate" as const), incrementPeriod: minutes(5, 90) },
      { requiredKeys: [...required, "incrementPeriod"] },
    ),
    fc.record(
      {
        ...common,
        type: fc.constant("perUnit" as const),
        unitPeriod: minutes(1, 90),
        ...(allowed.stepped ? { incrementPeriod: minutes(1, 30) } : {}),
      },
      { requiredKeys: [...required, "unitPeriod"] },
    ),
  );
}

function tierLines(allowed: Allowed): fc.Arbitrary<Omit<RateLine, "sequence">[]> {
  return fc
    .record({
      tierMode: fc.constantFrom("total" as const, "additive" as const),
      steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), value), { maxLength: 4 }),
    })
    .map(({ tierMode, steps }) => {
      let end = 0;
      let price = 0;
      return steps.map(([length, step]) => {
        const start = end;
        end += length;
        price = allowed.fallingTiers || tierMode === "additive" ? step : price + step;
        return {
          type: "flatRateTier" as const,
          tierMode,
          durationStart: `PT${start}M`,
          durationEnd: `PT${end}M`,
          value: price,
        };
      });
    });
}

function collectionOf(allowed: Allowed, last: boolean): fc.Arbitrary<Omit<Collection, "sequence">> {
  const conditions = last ? {} : { validPeriods: fc.array(period, { minLength: 1, maxLength: 3 }) };
  return fc
    .record(
      {
        name: fc.constant("Generated"),
        crossing: allowed.entry && !last ? fc.constantFrom("split", "entry") : fc.constant("split"),
        ...conditions,
        resetMode: reset,
        resetTime: time,
        durationsReset: fc.boolean(),
        minValue: fc.integer({ min: 0, max: 300 }),
        maxValue: fc.integer({ min: 300, max: 5000 }),
        lines: fc.tuple(fc.array(line(allowed), { minLength: 1, maxLength: 3 }), tierLines(allowed)),
      },
      { requiredKeys: ["name", "crossing", "resetMode", "lines"] },
    )
    .map(({ lines: [plain, tiers], ...rest }) => {
      const lines = [...plain, ...tiers].map((one, i) => ({ sequence: i + 1, ...one }));
      return { ...rest, lines } as Omit<Collection, "sequence">;
    });
}

/** Rate tables that may be published, of up to three collections. */
export function rateTables(allowed: Allowed): fc.Arbitrary<RateTable> {
  const some = fc.array(collectionOf(allowed, false), { maxLength: 2 });
  return fc
    .record(
      {
        name: fc.constant("Generated"),
        maxValue: fc.integer({ min: 100, max: 8000 }),
        resetMode: reset,
        resetTime: time,
        freeMinutes: fc.integer({ min: 0, max: 30 }),
        graceAfterPaymentMinutes: fc.constant(15),
        taxRate: fc.constantFrom(0, 0.21, "0.052"),
        taxIncluded: fc.boolean(),
        rounding: fc.record({ unit: fc.constantFrom(1, 5, 50), mode: fc.constantFrom("up", "down", "nearest") }),
        lostTicket: fc.constant({ flat: 2500 }),
        validations: fc.constant({ bar: { freeMinutes: 45 }, gym: { percent: 12.5 }, shop: { amount: 130 } }),
        collections: fc.tuple(some, collectionOf(allowed, true)),
      },
      {
        requiredKeys: [
          "name",
          "freeMinutes",
          "graceAfterPaymentMinutes",
          "taxRate",
          "taxIncluded",
          "rounding",
          "lostTicket",
          "validations",
          "collections",
        ],
      },
    )
    .map(({ collections: [first, last], ...rest }) => {
      const numbered = [...first, last].map((one, i) => ({ ...one, sequence: i + 1 }));
      // fast-check also makes objects without a prototype; a parsed table has none of those.
      return structuredClone({ ...rest, collections: numbered }) as RateTable;
    });
}
