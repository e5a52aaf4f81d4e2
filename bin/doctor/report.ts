import type { Paint } from "../cli/text.ts";
import type { Finding, State } from "./finding.ts";

/** What the doctor found, and of which booth. */
export interface Report {
  ok: boolean;
  booth: string;
  version: string;
  at: string;
  failed: number;
  warnings: number;
  checks: Finding[];
}

const SUBJECT_WIDTH = 12;
/** A fix stands beside a message that is no longer than this, else below it. */
const MESSAGE_WIDTH = 40;
const INDENT = " ".repeat(SUBJECT_WIDTH + 3);

const MARKS: Readonly<Record<State, string>> = { failed: "✗", warning: "▲", passed: "✓", skipped: "·" };
const TELLING: readonly State[] = ["failed", "warning", "passed", "skipped"];

/** Trouble first, each with its fix; what passed and what does not apply only with `-v`; one verdict line last. */
export function reportText(report: Report, where: string, paint: Paint, verbose: boolean): string {
  const { checks } = report;
  const shown = TELLING.flatMap((state) => checks.filter((each) => each.state === state)).filter(
    ({ state }) => verbose || state === "failed" || state === "warning",
  );
  const lines = [where, ...shown.flatMap((finding) => linesOf(finding, paint))];
  if (!verbose) lines.push(` · ${countText(checks)} (show with -v)`);
  return [...lines, verdictOf(report)].join("\n");
}

function linesOf({ state, subject, message, fix, hint }: Finding, paint: Paint): string[] {
  const mark =
    state === "failed" ? paint.red(MARKS.failed) : state === "passed" ? paint.green(MARKS.passed) : MARKS[state];
  const line = ` ${mark} ${subject.padEnd(SUBJECT_WIDTH)}${message}`;
  const hints = hint === null ? [] : [`${INDENT}${hint}`];
  if (fix === null) return [line, ...hints];
  if (message.length > MESSAGE_WIDTH) return [line, `${INDENT}fix: ${fix}`, ...hints];
  return [`${line}${" ".repeat(MESSAGE_WIDTH + 4 - message.length)}fix: ${fix}`, ...hints];
}

function countText(checks: readonly Finding[]): string {
  const count = (state: State) => checks.filter((each) => each.state === state).length;
  const skipped = count("skipped");
  return `${plural(count("passed"), "check")} passed${skipped > 0 ? `, ${skipped} were not made` : ""}`;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function verdictOf({ failed, warnings }: Report): string {
  if (failed + warnings === 0) return "All is well.";
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(warnings > 0 ? [plural(warnings, "warning")] : [])];
  return `Needs attention: ${parts.join(", ")}.`;
}
