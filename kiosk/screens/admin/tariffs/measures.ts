import { durationMs, MINUTE } from "../../../../common/pricing/duration.ts";

/** Whole minutes of an ISO 8601 duration; null where it is none of them, or nothing. */
export function minutesOf(duration: string): number | null {
  const minutes = durationMs(duration) / MINUTE;
  return Number.isInteger(minutes) && minutes > 0 ? minutes : null;
}

/** An ISO 8601 duration of whole minutes: `PT1H`, `PT90M`. */
export function durationOf(minutes: number): string {
  return minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`;
}

/** A share as a percentage, digit by digit: `0.21` is `21`. Null for what has no plain digits, such as 1e-7. */
export function percentOf(share: number | string): string | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(share));
  if (match === null) return null;
  const fraction = (match[2] ?? "").padEnd(2, "0");
  return plain(`${match[1]}${fraction.slice(0, 2)}`, fraction.slice(2));
}

/** The share that a percentage is, as the rate table writes it: `21` is `0.21`. */
export function shareOf(percent: string): string {
  const [whole = "", fraction = ""] = percent.split(".");
  const digits = whole.padStart(3, "0");
  return plain(digits.slice(0, -2), `${digits.slice(-2)}${fraction}`);
}

/** A percentage as somebody typed it, in plain digits; null where it is none, is above 100 or too fine. */
export function typedPercent(text: string): string | null {
  const match = /^(\d{1,3})(?:[.,](\d{0,7}))?$/.exec(text.trim());
  if (match === null) return null;
  const percent = plain(match[1] ?? "", match[2] ?? "");
  return Number(percent) > 100 ? null : percent;
}

/** A time of day as somebody typed it (`7`, `730`, `7:30`), as `07:30`; null where it is none. */
export function typedTime(text: string): string | null {
  const match = /^(\d{1,2}?)(?:[:.]?(\d\d))?$/.exec(text.trim());
  if (match === null) return null;
  const time = `${(match[1] ?? "").padStart(2, "0")}:${match[2] ?? "00"}`;
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null;
}

function plain(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? digits : `${digits}.${rest}`;
}
