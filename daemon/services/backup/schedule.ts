import { parse, validate } from "node-cron";
import { instant } from "../../../common/node/clock.ts";
import { DAY, HOUR, MINUTE } from "../../../common/pricing/duration.ts";
import { instantOfReading, zoneOf } from "../../../common/pricing/zone.ts";
import { localDate } from "../site-days.ts";

/** A schedule that names no day in this time is taken for one that never comes. */
const FARTHEST_DAYS = 4 * 366;

/** When a schedule is due: sets of numbers, days of the week from Sunday = 0. */
interface Due {
  minutes: readonly number[];
  hours: readonly number[];
  daysOfMonth: readonly unknown[];
  months: readonly number[];
  daysOfWeek: readonly unknown[];
}

/** Says in a sentence why a text is no schedule, or null when it is one. */
export function scheduleProblem(text: string): string | null {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || /[^\d\s*/,\-a-zA-Z]|[LW]/.test(text))
    return "expected a cron schedule of five fields, such as 0 3 * * *";
  // The 31st of February is refused by the parser too, and is no number out of its range.
  if (!validate(fields.with(3, "*").join(" ")) || !validate(`0 0 * ${fields[3]} *`))
    return "expected minutes 0 to 59, hours 0 to 23, days 1 to 31, months 1 to 12, weekdays 0 to 7";
  // Whether both must hold or one will do is read in two ways.
  if (fields[2] !== "*" && fields[4] !== "*") return "expected days of the month or days of the week, not both";
  return !validate(text) || nextRunAfter(text, "UTC", 0) === null ? "expected a schedule with a day that comes" : null;
}

/**
 * The first time after an instant at which a schedule is due on the wall clock of a zone, or null if none comes. What falls
 * into the hour that the clock skips is due when that hour ends; in the hour that comes twice it is due the first time.
 */
export function nextRunAfter(schedule: string, timezone: string, after: number): number | null {
  const due = dueOf(schedule);
  const zone = zoneOf(timezone);
  const first = Date.parse(`${localDate(timezone, after)}T00:00:00.000Z`);
  for (let n = 0; n <= FARTHEST_DAYS; n += 1) {
    const midnight = first + n * DAY;
    if (!isDueOn(due, midnight)) continue;
    for (const reading of readingsOf(due, midnight)) {
      const at = instantOfReading(zone, reading - 16 * HOUR, reading);
      if (at > after) return at;
    }
  }
  return null;
}

function dueOf(schedule: string): Due {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = parse(schedule);
  return { minutes: minute, hours: hour, daysOfMonth: dayOfMonth, months: month, daysOfWeek: dayOfWeek };
}

/** `midnight` stands for a date of the calendar: it is that date's in UTC. */
function isDueOn({ daysOfMonth, months, daysOfWeek }: Due, midnight: number): boolean {
  const [, month, day] = instant(midnight).slice(0, 10).split("-").map(Number);
  const weekday = (Math.floor(midnight / DAY) + 4) % 7;
  return months.includes(Number(month)) && daysOfMonth.includes(Number(day)) && daysOfWeek.includes(weekday);
}

function* readingsOf({ hours, minutes }: Due, midnight: number): Iterable<number> {
  for (const hour of [...hours].sort((a, b) => a - b))
    for (const minute of [...minutes].sort((a, b) => a - b)) yield midnight + hour * HOUR + minute * MINUTE;
}
