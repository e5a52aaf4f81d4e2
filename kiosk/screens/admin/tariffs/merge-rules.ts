import { isSame } from "../../../../common/rate-differences.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Lays two changes of the same rules on each other: what only one side changed is taken from it. What both changed
 * differently stays as in `mine`, and so does a list of which both added or removed parts.
 */
export function mergeRules<T>(base: T, theirs: T, mine: T): T {
  return merged(base, theirs, mine) as T;
}

function merged(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (isList(base) && isList(theirs) && isList(mine)) {
    const alike = isSame(base.map(nameOf), theirs.map(nameOf)) && isSame(base.map(nameOf), mine.map(nameOf));
    return alike ? mine.map((part, at) => merged(base[at], theirs[at], part)) : mine;
  }
  if (!isMembers(base) || !isMembers(theirs) || !isMembers(mine)) return mine;
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const all = [...names].map((name) => [name, merged(base[name], theirs[name], mine[name])] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** By what a part of a list is told from the others. */
function nameOf(part: unknown): unknown {
  if (!isMembers(part)) return part;
  const { name, sequence, enter, exit, vehicleClass } = part;
  return [name ?? sequence, enter, exit, vehicleClass];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
