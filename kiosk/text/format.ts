import { minorDigits } from "../../common/money.ts";
import { numberLocale } from "../../common/words.ts";
import { language, rightToLeft, t } from "./index.ts";

const NO_BREAK = "\u00a0";
const MINUS = "\u2212";
const MINUTE_MS = 60_000;

/** Digits are the same in every language: prices and times must match the printed ones. */
const locale = (): string => numberLocale(language.value);

/** Minor units as people write them here: `€ 6.50`, `6,50 €`. Whole amounts of notes and coins may go `short`. */
export function money(amount: number, currency: string, short = false): string {
  const unit = 10 ** minorDigits(currency);
  const digits = short && amount % unit === 0 ? { maximumFractionDigits: 0 } : {};
  const format = new Intl.NumberFormat(locale(), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    ...digits,
  });
  const parts = format.formatToParts(Math.abs(amount) / unit);
  const text = parts.map((part, at) =>
    part.type === "currency" && parts[at + 1]?.type === "integer" ? `${part.value}${NO_BREAK}` : part.value,
  );
  return (amount < 0 ? `${MINUS}${NO_BREAK}` : "") + text.join("");
}

/** A wall-clock time of the site, `18:42` or `18:42:03`. */
export function clockTime(at: string | number, timezone: string, seconds = false): string {
  const form: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: timezone };
  if (seconds) form.second = "2-digit";
  return new Intl.DateTimeFormat(locale(), form).format(new Date(at));
}

/** How dates are written: in English too the day stands before the month, beside a clock of 24 hours. */
export function dateFormat(form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const country = language.value === "en" ? "en-GB" : language.value;
  return new Intl.DateTimeFormat(`${country}-u-ca-gregory-nu-latn`, form);
}

/** A day of the site, `Thu, 28 May`; without its weekday in Arabic, which does not shorten weekdays. */
export function day(at: string | number, timezone: string): string {
  const form: Intl.DateTimeFormatOptions = { timeZone: timezone, day: "numeric", month: "short" };
  if (!rightToLeft.value) form.weekday = "short";
  return dateFormat(form).format(new Date(at));
}

/** How long something took or takes: `2 h 48 min`, `3 d 4 h`, `12 s`. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return t("duration.s", { s: Math.max(0, Math.floor(ms / 1000)) });
  if (minutes < 60) return t("duration.min", { min: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("duration.h_min", { h: hours, min: minutes % 60 });
  return t("duration.d_h", { d: Math.floor(hours / 24), h: hours % 24 });
}

/** A period as the booth writes it, `1 d 2 h 15 min`, with the units of this language. */
export function period(text: string): string {
  return text.replace(/(\d+) (d|h|min|s)\b/g, (_, n: string, unit: "d" | "h" | "min" | "s") =>
    t(`period.${unit}`, { n }),
  );
}

/** Words or numbers one after another, with the comma of the language between them. */
export function listed(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((a, b) => t("listed", { a, b }));
}

/** A count with the separators of the language. */
export function count(n: number): string {
  return new Intl.NumberFormat(locale()).format(n);
}
