import { durationMs } from "./pricing/duration.ts";
import { gapsOf } from "./pricing/gaps.ts";
import type { Collection, RateLine, RateTable } from "./pricing/model.ts";
import { runCases } from "./rate-cases.ts";

export * from "./pricing/model.ts";

/** Something that keeps a rate table from being published: where (`collections.0.lines.1.value`), and one sentence. */
export interface RateTableProblem {
  path: string;
  message: string;
}

/** What keeps a well-formed rate table from being published: nothing, if the list is empty. */
export function checkRateTable(table: RateTable, currency: string, timezone: string): RateTableProblem[] {
  const problems = [
    ...duplicates(table.collections, "collections"),
    ...table.collections.flatMap((collection, i) => checkCollection(collection, `collections.${i}`)),
    ...gapsOf(table).map((message) => ({ path: "collections", message })),
  ];
  // A table that is not sound has no price worth comparing.
  if (problems.length > 0) return problems;
  return runCases(table, currency, timezone).flatMap(({ problem }, i) =>
    problem === undefined ? [] : [{ path: `cases.${i}.${problem.member}`, message: problem.message }],
  );
}

function duplicates(list: readonly { sequence: number }[], path: string): RateTableProblem[] {
  return list.flatMap(({ sequence }, i) => {
    const first = list.findIndex((other) => other.sequence === sequence);
    if (first === i) return [];
    return [{ path: `${path}.${i}.sequence`, message: `sequence ${sequence} is already taken by ${path}.${first}` }];
  });
}

function checkCollection(collection: Collection, path: string): RateTableProblem[] {
  const { minTime, maxTime, minValue, maxValue, lines } = collection;
  const problems = [...duplicates(lines, `${path}.lines`)];
  if (lines.length === 0)
    problems.push({ path: `${path}.lines`, message: `${collection.name} has no line, so no price` });
  if (minValue !== undefined && maxValue !== undefined && minValue > maxValue) {
    problems.push({ path: `${path}.minValue`, message: "minValue is above maxValue" });
  }
  if (minTime !== undefined && maxTime !== undefined && durationMs(minTime) > durationMs(maxTime)) {
    problems.push({ path: `${path}.minTime`, message: "minTime is longer than maxTime" });
  }
  return [...problems, ...lines.flatMap((line, i) => checkLine(line, `${path}.lines.${i}`))];
}

function checkLine(line: RateLine, path: string): RateTableProblem[] {
  const { type, durationStart = "PT0S", durationEnd } = line;
  const problems: RateTableProblem[] = [];
  if (durationEnd !== undefined && durationMs(durationEnd) <= durationMs(durationStart)) {
    problems.push({ path: `${path}.durationEnd`, message: "durationEnd must be later than durationStart" });
  }
  const need = {
    incrementingRate: "incrementPeriod",
    perUnit: "unitPeriod",
    flatRate: undefined,
    flatRateTier: undefined,
  };
  const needed = need[type];
  if (needed === "incrementPeriod" || needed === "unitPeriod") {
    if (line[needed] === undefined) problems.push({ path: `${path}.${needed}`, message: `${type} needs ${needed}` });
  }
  return problems;
}
