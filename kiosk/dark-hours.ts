/** Between which times of day a screen is dark, `HH:MM`; past midnight where the end comes before the beginning. */
export interface DarkHours {
  from: string;
  to: string;
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of day, `HH:MM`. */
export function isTimeOfDay(text: unknown): text is string {
  return typeof text === "string" && TIME_OF_DAY.test(text);
}

/** Whether the screen is dark at a time of day. Hours that begin when they end are none. */
export function isDarkAt(time: string, { from, to }: DarkHours): boolean {
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
