import { PAPER_COLUMNS } from "../../common/paper.ts";
import { isRightToLeft } from "../../common/words.ts";

/** Date and time on the site's wall clock, 24 hours. */
export function localTime(at: string, timezone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  return parts.format(new Date(at));
}

/** A number, time or plate that keeps its direction among Arabic words: without marks (UAX #9) a date would turn round. */
export function isolated(text: string, language: string): string {
  return isRightToLeft(language) ? `\u2066${text}\u2069` : text;
}

/** How many columns a text takes: marks above and below a letter take none. */
function columnsOf(text: string): number {
  return Array.from(text.replace(/[\p{M}\p{Cf}]/gu, "")).length;
}

/**
 * A line with one text at each edge of the paper; a long first text takes a line of its own. Texts stand in the order in
 * which they are read: on Arabic paper the first is at the right edge.
 */
export function padColumns(left: string, right: string): string {
  const room = PAPER_COLUMNS - columnsOf(left) - columnsOf(right);
  if (room > 0) return `${left}${" ".repeat(room)}${right}`;
  return `${left}\n${" ".repeat(Math.max(0, PAPER_COLUMNS - columnsOf(right)))}${right}`;
}

/** A heading, a rule, and the body below it. */
export function ruled(head: readonly string[], ...bodies: readonly (readonly string[])[]): string {
  const rule = "-".repeat(PAPER_COLUMNS);
  return [head, ...bodies]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join(`\n${rule}\n`)
    .concat("\n");
}
