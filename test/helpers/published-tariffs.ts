import type { Collection, RateLine, RateTable, ValidPeriod } from "../../common/rate-table.ts";

export const EVERY_DAY: ValidPeriod["days"] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** A period of every day. */
export function daily(from: string, to: string): ValidPeriod {
  return { days: EVERY_DAY, from, to };
}

/** A split collection for the whole session, unless told otherwise. */
export function collection(lines: Omit<RateLine, "sequence">[], rest: Partial<Collection> = {}): Collection {
  return {
    sequence: 1,
    name: "Any time",
    crossing: "split",
    resetMode: "session",
    lines: lines.map((line, i) => ({ sequence: i + 1, ...line })),
    ...rest,
  };
}

/** A rate table without free minutes, tax or coarse rounding, unless told otherwise. */
export function table(collections: Collection[], rest: Partial<RateTable> = {}): RateTable {
  return {
    name: "Published",
    freeMinutes: 0,
    graceAfterPaymentMinutes: 0,
    taxRate: 0,
    taxIncluded: true,
    rounding: { unit: 1, mode: "nearest" },
    lostTicket: { flat: 0 },
    validations: {},
    collections: collections.map((one, i) => ({ ...one, sequence: i + 1 })),
    ...rest,
  };
}

type Draft = Omit<RateLine, "sequence">;

export const flat = (value: number, rest: Partial<RateLine> = {}): Draft => ({ type: "flatRate", value, ...rest });
export const started = (value: number, incrementPeriod: string, rest: Partial<RateLine> = {}): Draft => ({
  type: "incrementingRate",
  value,
  incrementPeriod,
  ...rest,
});
export const perUnit = (value: number, unitPeriod: string, rest: Partial<RateLine> = {}): Draft => ({
  type: "perUnit",
  value,
  unitPeriod,
  ...rest,
});

/** Tiers up to each of the hours, one after the other. */
export function tiers(tierMode: "total" | "additive", ends: [hours: number, value: number][]): Draft[] {
  return ends.map(([hours, value], i) => ({
    type: "flatRateTier",
    tierMode,
    durationStart: `PT${(ends[i - 1]?.[0] ?? 0) * 60}M`,
    durationEnd: `PT${hours * 60}M`,
    value,
  }));
}

const FIRST_40_THEN_30 = [flat(40, { durationEnd: "PT15M" }), started(30, "PT15M", { durationStart: "PT15M" })];
const DAY_CAP = { resetMode: "calendar", maxValue: 600 } as const;
const stadium = collection(FIRST_40_THEN_30, DAY_CAP);

const hourly = (value: number, incrementPeriod?: string, rest: Partial<RateTable> = {}) =>
  table([collection([perUnit(value, "PT1H", incrementPeriod === undefined ? {} : { incrementPeriod })])], {
    taxIncluded: false,
    ...rest,
  });

/** The published rules of test/vectors/tariffs.json, by their names there. */
export const PUBLISHED: Record<string, RateTable> = {
  R1: table([stadium]),
  R2: table([
    collection([flat(100)], {
      crossing: "entry",
      entryPeriods: [daily("20:00", "24:00")],
      minTime: "PT2H",
      maxTime: "PT4H",
    }),
    stadium,
  ]),
  R3: table([collection([started(30, "PT15M", { durationStart: "PT60M" })], DAY_CAP)]),
  R4: table([
    collection([flat(500)], {
      crossing: "entry",
      entryPeriods: [daily("17:00", "20:30")],
      exitPeriods: [daily("17:00", "23:00")],
      maxTime: "PT6H",
    }),
    stadium,
  ]),
  R7: table([collection([started(500, "PT1H")], { validPeriods: [daily("20:00", "22:00")] }), stadium], {
    maxValue: 1600,
    resetMode: "calendar",
  }),
  T5: table([
    collection([
      flat(200),
      ...tiers("total", [
        [1, 300],
        [2, 300],
        [3, 400],
        [4, 450],
        [5, 550],
        [6, 650],
        [7, 750],
        [8, 1000],
        [9, 1200],
        [17, 1600],
      ]),
    ]),
  ]),
  A: table([
    collection([
      ...tiers("additive", [
        [0.5, 300],
        [1, 200],
      ]),
      started(100, "PT1H", { durationStart: "PT1H", durationEnd: "PT7H" }),
    ]),
  ]),
  coupon: table([collection([started(60, "PT30M")])]),
  electronic: table([
    collection([flat(0)], { validPeriods: [{ days: ["sun"], from: "07:00", to: "22:30" }] }),
    collection([perUnit(60, "PT30M", { incrementPeriod: "PT1M" })]),
  ]),
  t1: hourly(200, "PT1M", { taxRate: "0.10" }),
  t2: hourly(190, "PT5M", { taxRate: "0.052" }),
  t10: hourly(200, "PT15M", { taxRate: 0.2 }),
  t17: hourly(200, "PT10M"),
  t20: hourly(210, undefined, { taxRate: "0.1", taxIncluded: true }),
  step: table([
    collection([perUnit(500, "PT1H", { incrementPeriod: "PT10M" })], { validPeriods: [daily("00:00", "17:00")] }),
    collection([perUnit(700, "PT1H", { incrementPeriod: "PT10M" })]),
  ]),
  grace: table([collection([perUnit(300, "PT1H", { durationStart: "PT30M" })])]),
};
