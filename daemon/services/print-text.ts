import { PAPER_COLUMNS } from "../devices/print-document.ts";

/** Date and time on the site's wall clock, 24 hours. */
export function localTime(at: string, timezone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  return parts.format(new Date(at));
}

/** A line with one text at each edge of the paper; a long left text takes a line of its own. */
export function padColumns(left: string, right: string): string {
  const room = PAPER_COLUMNS - left.length - right.length;
  return room > 0 ? `${left}${" ".repeat(room)}${right}` : `${left}\n${right.padStart(PAPER_COLUMNS)}`;
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
