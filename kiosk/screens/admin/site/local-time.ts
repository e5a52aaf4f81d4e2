import { parseInstant, zoneOf } from "../../../../common/pricing/zone.ts";

/** An instant as a field for date and time holds it, on the site's wall clock; empty for none. */
export function fieldOf(at: string | null, timezone: string): string {
  if (at === null) return "";
  const form = { timeZone: timezone, dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", form).format(new Date(at)).replace(" ", "T");
}

/** The instant that such a field holds; null for an empty one. */
export function instantOf(field: string, timezone: string): string | null {
  return field === "" ? null : new Date(parseInstant(zoneOf(timezone), field)).toISOString();
}
