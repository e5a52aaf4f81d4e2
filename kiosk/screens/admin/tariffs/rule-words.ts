import { DAYS, durationMs, HOUR } from "../../../../common/pricing/duration.ts";
import type { RateLine, Validation, ValidPeriod } from "../../../../common/rate-table.ts";
import type { VehicleClass } from "../../../../common/review.ts";
import { price } from "../../../parts/values.tsx";
import { duration, listed } from "../../../text/format.ts";
import { language, t } from "../../../text/index.ts";
import { percentOf } from "./measures.ts";
import type { Per } from "./window-form.ts";

const MONDAY = Date.UTC(1970, 0, 5);
const DAY_MS = 24 * HOUR;

/** Keeps numbers and times in their order within a text that runs from right to left. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`;
}

/** The short name of a day of the week, 0 for Monday. */
export function weekday(index: number): string {
  return new Intl.DateTimeFormat(language.value, { weekday: "short", timeZone: "UTC" }).format(MONDAY + index * DAY_MS);
}

/** Days of a week: `every day`, `Mon–Fri`, `Sat, Sun`. */
export function daysText(days: ValidPeriod["days"]): string {
  const indexes = DAYS.flatMap((day, i) => (days.includes(day) ? [i] : []));
  if (indexes.length === DAYS.length) return t("tariff.every_day");
  const [first = 0] = indexes;
  const isRun = indexes.length > 2 && indexes.every((index, i) => index === first + i);
  return isRun ? `${weekday(first)}–${weekday(first + indexes.length - 1)}` : listed(indexes.map(weekday));
}

/** Hours of some days: `Mon–Fri 07:00–20:00`. */
export function periodText({ days, from, to }: ValidPeriod): string {
  return `${daysText(days)} ${ltr(`${from}–${to}`)}`;
}

/** An ISO 8601 duration in words: `1 h`, `15 min`, `1 h 30 min`. */
export function spanText(iso: string): string {
  const ms = durationMs(iso);
  if (ms > 0 && ms < DAY_MS && ms % HOUR === 0) return t("tariff.hours", { h: ms / HOUR });
  return ms === DAY_MS ? t("tariff.hours", { h: 24 }) : duration(ms);
}

/** Vehicle classes in words, one after another. */
export function classesText(classes: readonly VehicleClass[]): string {
  return listed(classes.map((one) => t(`class.${one}`)));
}

/** What a line asks, and for which time of the stay. */
export function lineText(line: RateLine): string {
  const most = line.maxValue === undefined ? "" : ` · ${t("tariff.at_most", { amount: price(line.maxValue) })}`;
  return `${rangeText(line)}${askedText(line)}${most}`;
}

function rangeText({ durationStart, durationEnd }: RateLine): string {
  const starts = durationStart !== undefined && durationMs(durationStart) > 0;
  if (starts && durationEnd !== undefined)
    return `${t("tariff.between", { start: spanText(durationStart), end: spanText(durationEnd) })} `;
  if (starts) return `${t("tariff.after", { start: spanText(durationStart) })} `;
  return durationEnd === undefined ? "" : `${t("tariff.until", { end: spanText(durationEnd) })} `;
}

function askedText({ type, tierMode, value, incrementPeriod, unitPeriod }: RateLine): string {
  const amount = price(value);
  if (type === "flatRate") return t("tariff.asks.flat", { amount });
  if (type === "flatRateTier") return t(tierMode === "additive" ? "tariff.asks.more" : "tariff.asks.total", { amount });
  if (type === "incrementingRate") return incrementText(amount, incrementPeriod ?? "");
  const asked = t("tariff.asks.unit", { amount, period: spanText(unitPeriod ?? "") });
  return incrementPeriod === undefined
    ? asked
    : `${asked} ${t("tariff.asks.up_to", { step: spanText(incrementPeriod) })}`;
}

function incrementText(amount: string, period: string): string {
  const isHour = durationMs(period) === HOUR;
  return isHour ? t("tariff.asks.hour", { amount }) : t("tariff.asks.increment", { amount, period: spanText(period) });
}

/** The most that something costs, and how often that begins anew. */
export function capText(amount: number, { mode, time }: Per): string {
  return `${t("tariff.at_most", { amount: price(amount) })} ${perText({ mode, time })}`;
}

/** How often something begins anew. */
export function perText({ mode, time }: Per): string {
  return mode === "calendar" ? t("tariff.per_day_from", { time: ltr(time) }) : t(`tariff.per.${mode}`);
}

/** What a validation takes off. */
export function validationText(validation: Validation): string {
  if ("freeMinutes" in validation) return t("tariff.off.freeMinutes", { minutes: validation.freeMinutes });
  if ("percent" in validation) return ltr(`−${validation.percent} %`);
  return t("tariff.off.amount", { amount: price(validation.amount) });
}

/** A share of 1 as a percentage. */
export function percentText(share: number | string): string {
  return ltr(`${percentOf(share) ?? Number(share) * 100} %`);
}
