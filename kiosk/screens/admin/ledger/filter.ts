import { signal } from "@preact/signals";
import type { EventKind, LedgerEvent } from "../../../../common/events.ts";
import { parseInstant, zoneOf } from "../../../../common/pricing/zone.ts";

/** What the list is narrowed to; an empty text is no filter. */
export interface Filter {
  kind: EventKind | "";
  lane: string;
  actor: string;
  /** A day of the site, `2026-05-28`. */
  day: string;
}

export const EVERYTHING: Filter = { kind: "", lane: "", actor: "", day: "" };

/** Whether nothing is left out. */
export function isEverything(chosen: Filter): boolean {
  return Object.values(chosen).every((value) => value === "");
}

/** Stays as it is while one looks at an entry and comes back. */
export const filter = signal<Filter>(EVERYTHING);

const DAY_MS = 24 * 3_600_000;

/** From the first instant of a day of the site until before the next day's. */
export function dayRange(day: string, timezone: string): { from: string; to: string } {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const midnight = (date: string) => new Date(parseInstant(zoneOf(timezone), `${date}T00:00:00`)).toISOString();
  return { from: midnight(day), to: midnight(next) };
}

/** Where the booth gives out the entries that fit, newest first. */
export function pathOf({ kind, lane, actor, day }: Filter, timezone: string): string {
  const params = new URLSearchParams({ limit: "100" });
  for (const [name, value] of Object.entries({ kind, lane, actor })) if (value !== "") params.set(name, value);
  if (day !== "") for (const [name, value] of Object.entries(dayRange(day, timezone))) params.set(name, value);
  return `/api/events?${params}`;
}

/** Whether an entry that just came would be in the list. */
export function fits(event: LedgerEvent, { kind, lane, actor, day }: Filter, timezone: string): boolean {
  if (kind !== "" && event.kind !== kind) return false;
  if (lane !== "" && event.lane !== lane) return false;
  if (actor !== "" && event.actor.id !== actor) return false;
  if (day === "") return true;
  const { from, to } = dayRange(day, timezone);
  return event.at >= from && event.at < to;
}
