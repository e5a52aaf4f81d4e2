import { addDays, daysFrom, isDate, today } from "./days.ts";

export const RANGES = ["today", "yesterday", "week", "month"] as const;

/** Whole days of the site, both of them counted. */
export interface Range {
  /** As it stands in the address: a name, or `<from>..<to>`. */
  id: string;
  from: string;
  to: string;
}

/** The range that a part of the address names; without one, or with none that can be, it is today. */
export function rangeOf(id: string | undefined): Range {
  const date = today();
  const [from = "", to = "", ...more] = (id ?? "").split("..");
  if (more.length === 0 && isDate(from) && isDate(to) && from <= to) return { id: `${from}..${to}`, from, to };
  if (id === "yesterday") return { id, from: addDays(date, -1), to: addDays(date, -1) };
  if (id === "week") return { id, from: addDays(date, -6), to: date };
  if (id === "month") return { id, from: `${date.slice(0, 7)}-01`, to: date };
  return { id: "today", from: date, to: date };
}

/** A range as the booth's reports take it. */
export function queryOf({ from, to }: Range): string {
  return `from=${from}&to=${to}`;
}

export function lengthOf({ from, to }: Range): number {
  return daysFrom(from, to);
}

/** Whether today is part of it, so that its figures may still change. */
export function isLive({ from, to }: Range): boolean {
  const date = today();
  return from <= date && date <= to;
}
