/** The days of a week as the rate table writes them, in order. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

const UNITS: Record<string, number> = { W: WEEK, D: DAY, H: HOUR, S: SECOND };

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds; a day has 24 hours. */
export function durationMs(text: string): number {
  let total = 0;
  let digits = 0;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i) - 48;
    if (code >= 0 && code <= 9) {
      digits = digits * 10 + code;
      continue;
    }
    total += digits * (UNITS[text.charAt(i)] ?? MINUTE);
    digits = 0;
  }
  return total;
}

/** Milliseconds from midnight to a wall-clock time `HH:MM`; `24:00` is a whole day. */
export function timeOfDayMs(text: string): number {
  return Number(text.slice(0, 2)) * HOUR + Number(text.slice(3, 5)) * MINUTE;
}

/** A duration in words: `1 d 2 h 15 min`. */
export function durationText(ms: number): string {
  let text = part(Math.floor(ms / DAY), "d");
  text += part(Math.floor((ms % DAY) / HOUR), "h");
  text += part(Math.floor((ms % HOUR) / MINUTE), "min");
  text += part(Math.floor((ms % MINUTE) / SECOND), "s");
  return text.slice(1);
}

function part(count: number, unit: string): string {
  return count === 0 ? "" : ` ${count} ${unit}`;
}
