import type { Collection, RateCase, RateLine, RateTable } from "./pricing/model.ts";

/** A member in which two rate tables differ; `before` is absent where it was added, `after` where it was removed. */
export interface RateDifference {
  /** Where it stands in the new table (`collections.0.lines.1.value`), or in the old one if it was removed. */
  path: string;
  /** The name of the collection concerned, or null for a member of the whole table. */
  collection: string | null;
  before?: unknown;
  after?: unknown;
}

// Members in the order in which a person reads a tariff; stored tables have theirs by the alphabet.
const TABLE_MEMBERS = [
  "name",
  "freeMinutes",
  "graceAfterPaymentMinutes",
  "maxValue",
  "resetMode",
  "resetTime",
  "taxRate",
  "taxIncluded",
  "rounding",
  "lostTicket",
  "validations",
] as const satisfies readonly (keyof RateTable)[];

const COLLECTION_MEMBERS = [
  "sequence",
  "name",
  "crossing",
  "vehicleClasses",
  "validPeriods",
  "entryPeriods",
  "exitPeriods",
  "minTime",
  "maxTime",
  "minValue",
  "maxValue",
  "resetMode",
  "resetTime",
  "durationsReset",
] as const satisfies readonly (keyof Collection)[];

const LINE_MEMBERS = [
  "sequence",
  "type",
  "tierMode",
  "durationStart",
  "durationEnd",
  "incrementPeriod",
  "unitPeriod",
  "value",
  "maxValue",
] as const satisfies readonly (keyof RateLine)[];

/**
 * What differs between two rate tables, in the order in which a person reads one: the whole table, each collection with
 * its lines, the cases. Collections are told by their names, lines by what they begin with, else both by their sequence.
 */
export function compareRateTables(old: RateTable, next: RateTable): RateDifference[] {
  const collections = pairUp(old.collections, next.collections, [({ name }) => name, ({ sequence }) => `${sequence}`]);
  const cases = pairUp(old.cases ?? [], next.cases ?? [], [caseKey]);
  return [
    ...compareMembers(old, next, TABLE_MEMBERS, "", null),
    ...collections.flatMap(compareCollections),
    ...cases.flatMap((pair) => (isChanged(pair) ? [differenceOf(pair, "cases", null)] : [])),
  ];
}

const caseKey = ({ enter, exit, vehicleClass }: RateCase) => `${enter} ${exit} ${vehicleClass}`;
const lineKey = ({ type, durationStart = "PT0S" }: RateLine) => `${type} ${durationStart}`;

function compareCollections(pair: Pair<Collection>): RateDifference[] {
  const { before, after } = pair;
  const name = (after ?? before)?.one.name ?? null;
  if (before === undefined || after === undefined) return [differenceOf(pair, "collections", name)];
  const path = `collections.${after.index}.`;
  const lines = pairUp(before.one.lines, after.one.lines, [lineKey, ({ sequence }) => `${sequence}`]);
  return [
    ...compareMembers(before.one, after.one, COLLECTION_MEMBERS, path, name),
    ...lines.flatMap((line) => compareLines(line, `${path}lines`, name)),
  ];
}

function compareLines(pair: Pair<RateLine>, path: string, collection: string | null): RateDifference[] {
  const { before, after } = pair;
  if (before === undefined || after === undefined) return [differenceOf(pair, path, collection)];
  return compareMembers(before.one, after.one, LINE_MEMBERS, `${path}.${after.index}.`, collection);
}

function compareMembers<T extends object>(
  before: T,
  after: T,
  members: readonly (keyof T & string)[],
  path: string,
  collection: string | null,
): RateDifference[] {
  return members.flatMap((member) => {
    const [was, is] = [before[member], after[member]];
    if (isSame(was, is)) return [];
    if (isRecord(was) && isRecord(is)) {
      const inner = [...new Set([...Object.keys(is), ...Object.keys(was)])];
      return compareMembers<Record<string, unknown>>(was, is, inner, `${path}${member}.`, collection);
    }
    return [{ path: path + member, collection, ...present("before", was), ...present("after", is) }];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function present(key: "before" | "after", value: unknown): { before?: unknown; after?: unknown } {
  return value === undefined ? {} : { [key]: value };
}

/** Whether two values say the same; the order of an object's members says nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  return sorted(a) === sorted(b);
}

function sorted(value: unknown): string {
  const byName = (_key: string, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  return JSON.stringify(value, byName) ?? "";
}

interface Placed<T> {
  one: T;
  index: number;
}

/** What became of a part of a list. */
interface Pair<T> {
  before: Placed<T> | undefined;
  after: Placed<T> | undefined;
}

const isChanged = <T>({ before, after }: Pair<T>) => !isSame(before?.one, after?.one);

function differenceOf<T>({ before, after }: Pair<T>, list: string, collection: string | null): RateDifference {
  const path = `${list}.${(after ?? before)?.index ?? 0}`;
  return { path, collection, ...present("before", before?.one), ...present("after", after?.one) };
}

/** Pairs the parts of two lists by the first key that fits; in the order of the new list, what was removed last. */
function pairUp<T>(old: readonly T[], next: readonly T[], keys: readonly ((one: T) => string)[]): Pair<T>[] {
  const left = old.map((one, index) => ({ one, index }));
  const pairs: Pair<T>[] = next.map((one, index) => ({ before: undefined, after: { one, index } }));
  for (const keyOf of keys) {
    for (const pair of pairs.filter(({ before }) => before === undefined)) {
      const found = left.findIndex(({ one }) => pair.after !== undefined && keyOf(one) === keyOf(pair.after.one));
      if (found >= 0) pair.before = left.splice(found, 1)[0];
    }
  }
  return [...pairs, ...left.map((before) => ({ before, after: undefined }))];
}
