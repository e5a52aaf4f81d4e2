import { DAY } from "../../../../common/pricing/duration.ts";
import { type Gap, gapsIn } from "../../../../common/pricing/gaps.ts";
import { type CaseResult, runCases } from "../../../../common/rate-cases.ts";
import { checkRateTable, type RateTable } from "../../../../common/rate-table.ts";
import { VEHICLE_CLASSES } from "../../../../common/review.ts";
import { problemText, t } from "../../../text/index.ts";
import { classesText, ltr, weekday } from "./rule-words.ts";

/** What keeps a rate table from being published, a sentence each; cases aside. */
export function problemsOf(table: RateTable, currency: string, timezone: string): string[] {
  const others = checkRateTable({ ...table, cases: [] }, currency, timezone)
    .filter(({ path }) => path !== "collections")
    .map(({ path, message }) => `${ltr(path)}: ${problemText(message)}`);
  return [...gapsIn(table).map(gapSentence), ...others];
}

/** The table's cases, tried; none while the table has gaps, for then it has no price worth comparing. */
export function casesOf(table: RateTable, currency: string, timezone: string): CaseResult[] {
  return problemsOf(table, currency, timezone).length > 0 ? [] : runCases(table, currency, timezone);
}

/** The cases of the new rules that the old ones price otherwise. */
export function changedCases(old: RateTable, next: RateTable, currency: string, timezone: string): CaseResult[] {
  const before = runCases({ ...old, cases: next.cases }, currency, timezone);
  return casesOf(next, currency, timezone).filter(({ got }, i) => got !== before[i]?.got);
}

function gapSentence({ from, to, classes }: Gap): string {
  const whose = classes.length === VEHICLE_CLASSES.length ? "" : ` (${classesText(classes)})`;
  return t("tariff.gap", { from: weekMoment(from), to: weekMoment(to) }) + whose;
}

function weekMoment(time: number): string {
  const clock = new Date(time % DAY).toISOString().slice(11, 16);
  return `${weekday(Math.floor(time / DAY) % 7)} ${ltr(clock)}`;
}
