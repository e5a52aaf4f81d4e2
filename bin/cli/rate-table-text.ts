import { formatMoney } from "../../common/money.ts";
import { DAYS, durationMs, durationText } from "../../common/pricing/duration.ts";
import type { Collection, RateLine, RateTable, ResetMode, Validation, ValidPeriod } from "../../common/rate-table.ts";
import { pairs, table } from "./text.ts";

type Money = (amount: number) => string;

/** A rate table in words: what holds for the whole of it, its collections, and a row for each of their lines. */
export function rateTableText(rateTable: RateTable, currency: string): string {
  const money: Money = (amount) => formatMoney(amount, currency);
  const { taxRate, taxIncluded, rounding, maxValue, cases = [] } = rateTable;
  const whole: [string, unknown][] = [
    ["free", `up to ${rateTable.freeMinutes} min`],
    ["time to leave", `${rateTable.graceAfterPaymentMinutes} min after paying`],
    ["tax", `${Number((Number(taxRate) * 100).toFixed(7))} %, ${taxIncluded ? "within the prices" : "added"}`],
    ["rounding", `${rounding.mode} to ${money(rounding.unit)}`],
    ["lost ticket", money(rateTable.lostTicket.flat)],
    ["maximum", maxValue === undefined ? null : money(maxValue) + resetText(rateTable.resetMode, rateTable.resetTime)],
    ...Object.entries(rateTable.validations).map(([station, validation]): [string, string] => [
      `validation ${station}`,
      validationText(validation, money),
    ]),
    ["cases", cases.length],
  ];
  const collections = inSequence(rateTable.collections);
  const parts = [
    pairs(whole),
    table(
      ["collection", "when", "for", "limits"],
      collections.map((one) => [
        one.name,
        conditionText(one),
        one.vehicleClasses?.join(" ") || "all",
        limitText(one, money),
      ]),
    ),
    table(
      ["collection", "stay", "price", "at most"],
      collections.flatMap(({ name, lines }) =>
        inSequence(lines).map((line) => [
          name,
          stayText(line),
          priceText(line, money),
          line.maxValue === undefined ? null : money(line.maxValue),
        ]),
      ),
    ),
  ];
  return parts.join("\n\n");
}

function inSequence<T extends { sequence: number }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => a.sequence - b.sequence);
}

function validationText(validation: Validation, money: Money): string {
  if ("freeMinutes" in validation) return `${validation.freeMinutes} min free`;
  return "percent" in validation ? `${validation.percent} % off` : `${money(validation.amount)} off`;
}

function resetText(mode: ResetMode = "session", time = "00:00"): string {
  if (mode === "session") return " a stay";
  return mode === "rolling" ? " in each 24 h from entry" : ` a day, from ${time}`;
}

function limitText({ minValue, maxValue, resetMode, resetTime }: Collection, money: Money): string | null {
  const limits = [
    ...(minValue === undefined ? [] : [`at least ${money(minValue)}`]),
    ...(maxValue === undefined ? [] : [`at most ${money(maxValue)}`]),
  ];
  return limits.length === 0 ? null : limits.join(", ") + resetText(resetMode, resetTime);
}

function conditionText(collection: Collection): string {
  const { crossing, validPeriods, entryPeriods, exitPeriods, minTime, maxTime } = collection;
  if (crossing === "split") return periodsText(validPeriods) || "any time";
  const parts = [
    ["entry", periodsText(entryPeriods) || periodsText(validPeriods)],
    ["exit", periodsText(exitPeriods)],
    ["at least", minTime && durationText(durationMs(minTime))],
    ["at most", maxTime && durationText(durationMs(maxTime))],
  ].filter(([, text]) => text);
  return `whole stay: ${parts.map((part) => part.join(" ")).join(", ") || "always"}`;
}

function periodsText(periods: readonly ValidPeriod[] = []): string {
  return periods.map(({ days, from, to }) => `${daysText(days)} ${from}–${to}`).join(", ");
}

function daysText(days: ValidPeriod["days"]): string {
  const sorted = DAYS.filter((day) => days.includes(day));
  if (sorted.length === DAYS.length) return "every day";
  const isRun =
    sorted.join() ===
    DAYS.slice(DAYS.indexOf(sorted[0] ?? "mon"))
      .slice(0, sorted.length)
      .join();
  return isRun && sorted.length > 2 ? `${sorted[0]}–${sorted.at(-1)}` : sorted.join(" ");
}

const lengthOf = (duration: string) => durationText(durationMs(duration)) || "0 min";

function stayText({ durationStart = "PT0S", durationEnd }: RateLine): string {
  if (durationMs(durationStart) === 0)
    return durationEnd === undefined ? "any length" : `up to ${lengthOf(durationEnd)}`;
  const start = lengthOf(durationStart);
  return durationEnd === undefined ? `from ${start}` : `${start} to ${lengthOf(durationEnd)}`;
}

function priceText({ type, tierMode, value, incrementPeriod = "PT0S", unitPeriod = "PT1H" }: RateLine, money: Money) {
  if (type === "flatRate") return `${money(value)} once`;
  if (type === "flatRateTier") return tierMode === "additive" ? `${money(value)} more` : `${money(value)} in all`;
  if (type === "incrementingRate") return `${money(value)} per started ${lengthOf(incrementPeriod)}`;
  const steps = durationMs(incrementPeriod) === 0 ? "" : `, in steps of ${lengthOf(incrementPeriod)}`;
  return `${money(value)} per ${lengthOf(unitPeriod)}, pro rata${steps}`;
}
