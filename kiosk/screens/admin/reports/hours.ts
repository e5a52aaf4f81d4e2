import { listed } from "../../../text/format.ts";
import type { Axis } from "../parts/scale.ts";
import { dateText, siteDate } from "./days.ts";

/** A part of a day, as the booth names it: `2026-10-25T02:00+01:00` on the wall clock, with instants of its ends. */
export interface Part {
  name: string;
  from: string;
  to: string;
}

const FEW_DAYS = 2;
const plain = ({ name }: Part) => name.slice(0, 16);
const offsetMinutes = ({ name }: Part) => {
  const [hours = 0, minutes = 0] = name.slice(17).split(":").map(Number);
  return (name[16] === "-" ? -1 : 1) * (hours * 60 + minutes);
};

/** A or B for the parts of an hour that comes twice, by their place; most are neither. */
function marksOf(parts: readonly Part[]): Map<Part, "A" | "B"> {
  const firsts = new Map<string, Part>();
  const marks = new Map<Part, "A" | "B">();
  for (const part of parts) {
    const first = firsts.get(plain(part));
    if (first) marks.set(first, "A").set(part, "B");
    else firsts.set(plain(part), part);
  }
  return marks;
}

/** What the parts of a stretch are called: `14:00`, `02:00 B`, and with their day where there are several days. */
export function partNames(parts: readonly Part[]): Map<string, string> {
  const marks = marksOf(parts);
  const days = new Set(parts.map(({ name }) => name.slice(0, 10)));
  return new Map(
    parts.map((part) => {
      const mark = marks.get(part);
      const hour = `${plain(part).slice(11)}${mark ? ` ${mark}` : ""}`;
      return [part.from, days.size > 1 ? listed([dateText(part.name.slice(0, 10), true), hour]) : hour];
    }),
  );
}

/** Whether the clocks changed in a stretch, and which way. */
export function clockChange(parts: readonly Part[]): "back" | "forward" | null {
  const change = parts.find((part, at) => {
    const before = parts[at - 1];
    return before !== undefined && offsetMinutes(before) !== offsetMinutes(part);
  });
  const before = change === undefined ? undefined : parts[parts.indexOf(change) - 1];
  if (change === undefined || before === undefined) return null;
  return offsetMinutes(change) < offsetMinutes(before) ? "back" : "forward";
}

/** Real time from end to end, marked by what the wall clock shows: hours, or days where there are more than two. */
export function timeAxis(parts: readonly Part[]): Axis {
  const from = Date.parse(parts[0]?.from ?? "") || 0;
  const to = Date.parse(parts.at(-1)?.to ?? "") || 1;
  const days = new Set(parts.map(({ name }) => name.slice(0, 10))).size;
  const whole = days > FEW_DAYS ? "T00:00" : ":00";
  const marks = marksOf(parts);
  const ticks = parts
    .filter((part) => plain(part).endsWith(whole))
    .map((part) => {
      const mark = marks.get(part);
      const at = Date.parse(part.from);
      if (days > FEW_DAYS) return { at, text: dateText(part.name.slice(0, 10), true) };
      const hour = part.name.slice(11, 13);
      return { at, text: `${hour}${mark ?? ""}`, strong: mark !== undefined, order: Number(hour) };
    });
  return { from, to, ticks };
}

/** Whole days side by side, each marked in its middle. */
export function dayAxis(days: readonly Part[]): Axis {
  const from = Date.parse(days[0]?.from ?? "") || 0;
  const to = Date.parse(days.at(-1)?.to ?? "") || 1;
  const ticks = days.map((day) => ({
    at: (Date.parse(day.from) + Date.parse(day.to)) / 2,
    text: dateText(siteDate(Date.parse(day.from)), true),
  }));
  return { from, to, ticks };
}
