/** A server that asks for more patience than this is asked again anyway. */
const MOST_MS = 24 * 3_600_000;
const LEAST_MS = 1000;

/**
 * How long to wait by a `Retry-After` header (RFC 9110 §10.2.3), seconds or a date, in ms; null where there is none that
 * can be understood. Between a second and a day.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : dateMs(text) - now;
  return Number.isNaN(ms) ? null : Math.min(MOST_MS, Math.max(LEAST_MS, ms));
}

/** Any of the three forms of a date that HTTP knows; each begins with the day's name. */
function dateMs(text: string): number {
  return /^[A-Z][a-z]{2}/.test(text) ? Date.parse(/(GMT|UTC)$/.test(text) ? text : `${text} GMT`) : Number.NaN;
}
