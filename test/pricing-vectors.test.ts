import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import type { Price } from "../common/pricing.ts";
import { checkRateTable } from "../common/rate-table.ts";
import { collection, daily, flat, PUBLISHED, perUnit, started, table, tiers } from "./helpers/published-tariffs.ts";
import { feeOf, priceOf } from "./helpers/stays.ts";

interface Case {
  id: string;
  rule: string;
  enter?: string;
  exit?: string;
  minutes?: number;
  expect: number;
  lines?: number[];
  withTax?: number;
}

const vectors = JSON.parse(readFileSync(new URL("vectors/tariffs.json", import.meta.url), "utf8")) as {
  groups: { source: string; cases: Case[] }[];
};
const DATES: Record<string, string> = { Mon: "2026-01-12", Fri: "2026-01-16", Sun: "2026-01-18" };
const published = suite("published fees");

for (const { source, cases } of vectors.groups) {
  for (const one of cases) {
    published(`${one.id} of ${source}`, () => {
      const price = priceOfCase(one);
      assert.equal(price.amount - taxAdded(price), one.expect);
      if (one.withTax !== undefined) assert.equal(price.amount, one.withTax);
      if (one.lines !== undefined) assert.deepEqual(sumsByDay(price), one.lines);
    });
  }
}

published("every published rule may be published", () => {
  for (const [rule, rateTable] of Object.entries({ ...PUBLISHED, default: DEFAULT_RATE_TABLE })) {
    assert.deepEqual(checkRateTable(rateTable, "EUR", "Europe/Berlin"), [], rule);
  }
});

published("the fee is the same on either side of the rule's edges", () => {
  const fee = (rule: string, enter: string, exit: string) =>
    priceOf(PUBLISHED[rule]!, `2026-01-16T${enter}`, `2026-01-16T${exit}`).amount;
  assert.equal(fee("R2", "20:00", "22:00"), 100);
  assert.equal(fee("R2", "20:00", "21:59"), 40 + 7 * 30);
  assert.equal(fee("R2", "19:59", "22:30"), 40 + 10 * 30);
  assert.equal(fee("R4", "17:00", "23:00"), 500);
  assert.equal(fee("R4", "17:30", "23:01"), 600);
  assert.equal(fee("R7", "19:50", "20:10"), 40 + 500, "the first quarter hour, then an hour of the event");
  assert.equal(fee("R7", "17:00", "23:59"), 600 + 1000);
});

published("first hour free, second 2.00, third 4.00, after that 5.00 an hour (OCPI durations)", () => {
  const parking = table([
    collection([
      perUnit(0, "PT1H", { durationEnd: "PT1H" }),
      perUnit(200, "PT1H", { durationStart: "PT1H", durationEnd: "PT2H" }),
      perUnit(400, "PT1H", { durationStart: "PT2H", durationEnd: "PT3H" }),
      perUnit(500, "PT1H", { durationStart: "PT3H" }),
    ]),
  ]);
  assert.equal(feeOf(parking, 60), 0);
  assert.equal(feeOf(parking, 90), 100);
  assert.equal(feeOf(parking, 150), 400);
  assert.equal(feeOf(parking, 270), 200 + 400 + 750);
});

published("a start fee with time, a lowest and a highest price (OCPI min_price, max_price)", () => {
  const parking = table([collection([flat(50), perUnit(200, "PT1H")], { minValue: 100, maxValue: 1000 })]);
  assert.equal(feeOf(parking, 6), 100);
  assert.equal(feeOf(parking, 60), 250);
  assert.equal(feeOf(parking, 600), 1000);
});

published("a day rate that starts anew every 24 hours", () => {
  const garage = table([
    collection(
      tiers("total", [
        [1, 300],
        [2, 600],
        [24, 2000],
      ]),
      { resetMode: "rolling", durationsReset: true },
    ),
  ]);
  assert.equal(feeOf(garage, 60), 300);
  assert.equal(feeOf(garage, 61), 600);
  assert.equal(feeOf(garage, 24 * 60), 2000);
  assert.equal(feeOf(garage, 25 * 60), 2300);
  assert.equal(feeOf(garage, 48 * 60 + 1), 4300);
});

published("4 per started 20 minutes, at most 36 per 24 hours", () => {
  const garage = table([collection([started(400, "PT20M")], { resetMode: "rolling", maxValue: 3600 })]);
  assert.equal(feeOf(garage, 41), 1200);
  assert.equal(feeOf(garage, 24 * 60), 3600);
  assert.equal(feeOf(garage, 24 * 60 + 1), 4000);
});

published("an early-bird flat price needs both its entry and its exit", () => {
  const office = table([
    collection([flat(1400)], {
      crossing: "entry",
      entryPeriods: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "06:00", to: "09:00" }],
      exitPeriods: [daily("15:30", "19:00")],
      maxTime: "PT13H",
    }),
    collection([started(500, "PT30M")], { resetMode: "calendar", maxValue: 3000 }),
  ]);
  const fee = (enter: string, exit: string) => priceOf(office, enter, exit).amount;
  assert.equal(fee("2026-01-16T08:00", "2026-01-16T15:30"), 1400);
  assert.equal(fee("2026-01-16T08:00", "2026-01-16T19:00"), 1400);
  assert.equal(fee("2026-01-16T08:00", "2026-01-16T15:29"), 3000);
  assert.equal(fee("2026-01-17T08:00", "2026-01-17T15:30"), 3000);
});

function priceOfCase(one: Case): Price {
  const rateTable = PUBLISHED[one.rule];
  assert.ok(rateTable, `no rate table for ${one.rule}`);
  if (one.enter === undefined) {
    const exit = new Date(Date.UTC(2026, 0, 16, 9, one.minutes)).toISOString();
    return priceOf(rateTable, "2026-01-16T09:00:00Z", exit);
  }
  const [day = "", time = ""] = one.enter.includes(" ") ? one.enter.split(" ") : ["Fri", one.enter];
  const enter = `${DATES[day]}T${time}`;
  const exit = one.exit === undefined ? later(enter, one.minutes ?? 0) : exitOf(DATES[day] ?? "", one.exit);
  return priceOf(rateTable, enter, exit);
}

function exitOf(date: string, exit: string): string {
  const time = exit.split(" ").at(-1) ?? "";
  const [clock, days = "0"] = time.split("+");
  return later(`${date}T${clock}`, Number(days) * 24 * 60);
}

function later(reading: string, minutes: number): string {
  return new Date(Date.parse(`${reading}Z`) + minutes * 60_000).toISOString().slice(0, -1);
}

function taxAdded({ lines }: Price): number {
  return lines.filter((line) => line.code === "tax").reduce((sum, line) => sum + line.amount, 0);
}

function sumsByDay({ lines }: Price): number[] {
  const sums = new Map<string, number>();
  for (const { from, amount } of lines) {
    const day = new Date(Date.parse(from) + 3_600_000).toISOString().slice(0, 10);
    sums.set(day, (sums.get(day) ?? 0) + amount);
  }
  return [...sums.values()];
}

published.run();
