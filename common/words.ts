/** Enumerations of the contract: what each means to people is a matter of the text catalogue. */
export const INTENTS = ["open", "hold", "release", "close"] as const;
export type Intent = (typeof INTENTS)[number];

export const INTENT_REASONS = ["equipment_fault", "emergency", "staff", "already_paid", "dispute", "other"] as const;

export const REFUSAL_CAUSES = [
  "stale_read",
  "no_presence",
  "no_session",
  "ambiguous",
  "already_inside",
  "unknown_ticket",
  "unknown_credential",
  "bad_read",
  "wrong_direction",
  "session_closed",
  "site_full",
  "blocked",
  "expired",
  "not_yet_valid",
  "lane_not_allowed",
  "outside_hours",
  "cars_inside",
  "anti_passback",
  "not_ready",
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

export const SESSION_STATES = ["open", "paid", "closed", "voided"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const CLOSE_REASONS = ["waived", "towed", "staff", "free", "other"] as const;

export const CORRECTION_REASONS = ["misread", "no_read", "typo", "other"] as const;

export const PAYMENT_METHODS = ["cash", "card"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const VOID_REASONS = ["wrong_amount", "wrong_vehicle", "refund", "test", "other"] as const;

export const CASH_TYPES = ["pay_in", "pay_out", "drop"] as const;
export type CashType = (typeof CASH_TYPES)[number];

export const CASH_REASONS = ["float", "change", "bank_drop", "expense", "other"] as const;

export const SUBSCRIPTION_STATUSES = ["active", "blocked", "cancelled"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What becomes of a subscriber that comes in twice, or leaves twice: nothing, a record, a refusal. */
export const ANTI_PASSBACK = ["off", "soft", "hard"] as const;
export type AntiPassback = (typeof ANTI_PASSBACK)[number];

/** Why the number of cars inside is set by hand. */
export const OCCUPANCY_REASONS = ["counted", "missed_entry", "missed_exit", "other"] as const;

export const DIRECTIONS = ["entry", "exit", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const LANGUAGES = ["en", "de", "es", "fr", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === "ar";
}

/**
 * The locale that writes amounts and counts of a language: always with Latin digits, so that screen, paper and terminal
 * agree. Arabic writes them as English does (`€ 6.50`): Intl's own form has marks of direction in it.
 */
export function numberLocale(language: string): string {
  return isRightToLeft(language) ? "en" : `${language}-u-nu-latn`;
}
