import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { runCases } from "../common/rate-cases.ts";
import { compareRateTables } from "../common/rate-differences.ts";
import { checkRateTable, type RateTable } from "../common/rate-table.ts";
import { rateTables } from "./helpers/arbitrary-tariffs.ts";

const compare = suite("tariffs compare");

const copy = () => structuredClone(DEFAULT_RATE_TABLE);

compare("a changed value is told by its path, its collection, and both values", () => {
  const next = copy();
  next.freeMinutes = 10;
  next.collections[1]!.lines[0]!.value = 300;
  next.validations.bar = { freeMinutes: 90 };
  delete next.maxValue;
  assert.deepEqual(compareRateTables(DEFAULT_RATE_TABLE, next), [
    { path: "freeMinutes", collection: null, before: 15, after: 10 },
    { path: "maxValue", collection: null, before: 1800 },
    { path: "validations.bar.freeMinutes", collection: null, before: 60, after: 90 },
    { path: "collections.1.lines.0.value", collection: "Day", before: 250, after: 300 },
  ]);
});

compare("a collection that moved is told by its name", () => {
  const [night, day] = copy().collections;
  const next = {
    ...copy(),
    collections: [
      { ...day!, sequence: 1 },
      { ...night!, sequence: 2 },
    ],
  };
  assert.deepEqual(compareRateTables(DEFAULT_RATE_TABLE, next), [
    { path: "collections.0.sequence", collection: "Day", before: 2, after: 1 },
    { path: "collections.1.sequence", collection: "Night", before: 1, after: 2 },
  ]);
});

compare("a collection with a new name is told by its sequence, and one that went as a whole", () => {
  const next = copy();
  const [night, day] = next.collections;
  const weekend = { ...structuredClone(day!), name: "Weekend", sequence: 1 };
  next.collections = [weekend, { ...day!, sequence: 2 }];
  const found = compareRateTables(DEFAULT_RATE_TABLE, next);
  assert.deepEqual(
    found.map(({ path, collection, before, after }) => [path, collection, typeof before, typeof after]),
    [
      ["collections.0.name", "Weekend", "string", "string"],
      ["collections.0.validPeriods", "Weekend", "object", "undefined"],
      ["collections.0.maxValue", "Weekend", "number", "undefined"],
      ["collections.0.resetMode", "Weekend", "string", "string"],
      ["collections.0.resetTime", "Weekend", "string", "undefined"],
      ["collections.0.lines.0.value", "Weekend", "number", "number"],
    ],
  );
  next.collections = [{ ...day!, sequence: 2 }];
  assert.deepEqual(compareRateTables(DEFAULT_RATE_TABLE, next), [
    { path: "collections.0", collection: "Night", before: night },
  ]);
});

compare("lines are told by what they begin with, cases by their stay", () => {
  const next = copy();
  next.collections[1]!.lines.unshift({ sequence: 0, type: "flatRate", value: 50 });
  next.cases = next.cases?.map((one, i) => (i === 2 ? { ...one, expect: 800 } : one));
  assert.deepEqual(compareRateTables(DEFAULT_RATE_TABLE, next), [
    { path: "collections.1.lines.0", collection: "Day", after: next.collections[1]!.lines[0] },
    { path: "cases.2", collection: null, before: DEFAULT_RATE_TABLE.cases?.[2], after: next.cases?.[2] },
  ]);
});

/** The same table with the members of every object by the alphabet, as the ledger keeps it. */
function stored<T>(value: T): T {
  const byName = (_key: string, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.parse(JSON.stringify(value, byName));
}

compare("a table differs from another exactly where something is told, however its members are ordered", () => {
  const any = rateTables({ entry: true, stepped: true, fallingTiers: true });
  fc.assert(
    fc.property(any, any, (one, other) => {
      assert.deepEqual(compareRateTables(one, stored(one)), []);
      const isEqual = JSON.stringify(stored(one)) === JSON.stringify(stored(other));
      assert.equal(compareRateTables(one, other).length === 0, isEqual);
      const paths = compareRateTables(one, other).map(({ path }) => path);
      const back = compareRateTables(other, one);
      assert.equal(paths.length, back.length);
    }),
    { numRuns: 400 },
  );
});

compare("a change of any one member is told, whichever it is", () => {
  const full: RateTable = {
    ...copy(),
    collections: [
      {
        ...copy().collections[0]!,
        vehicleClasses: ["van"],
        entryPeriods: [{ days: ["mon"], from: "08:00", to: "10:00" }],
        exitPeriods: [{ days: ["mon"], from: "08:00", to: "10:00" }],
        minTime: "PT1H",
        maxTime: "PT2H",
        minValue: 1,
        durationsReset: true,
        lines: [
          {
            ...copy().collections[0]!.lines[0]!,
            tierMode: "total",
            durationStart: "PT1H",
            durationEnd: "PT2H",
            unitPeriod: "PT1H",
            maxValue: 3,
          },
        ],
      },
    ],
  };
  const changes: [path: string, of: (one: RateTable) => object][] = [
    ["", (one) => one],
    ["collections.0.", (one) => one.collections[0]!],
    ["collections.0.lines.0.", (one) => one.collections[0]!.lines[0]!],
  ];
  for (const [path, partOf] of changes) {
    for (const member of Object.keys(partOf(full)).filter((key) => !["collections", "lines"].includes(key))) {
      const next = structuredClone(full);
      Reflect.deleteProperty(partOf(next), member);
      const told = compareRateTables(full, { ...next, validations: next.validations, cases: next.cases });
      assert.ok(told.length > 0, `${path}${member}`);
      if (member !== "cases") assert.equal(told[0]?.path, path + member);
    }
  }
});

compare("each case says what it expected and what came out, and the check refuses what is not ok", () => {
  const next = copy();
  next.cases = [
    { enter: "2026-03-02T10:00", exit: "2026-03-02T10:16", vehicleClass: "sedan", expect: 250 },
    { enter: "2026-03-02T10:00", exit: "2026-03-02T12:30", vehicleClass: "sedan", expect: 800 },
    { enter: "2026-03-02T10:00", exit: "2026-03-02T09:00", vehicleClass: "sedan", expect: 0 },
  ];
  const results = runCases(next, "EUR", "Europe/Berlin");
  assert.deepEqual(
    results.map(({ ok, expect, got }) => [ok, expect, got]),
    [
      [true, 250, 250],
      [false, 800, 750],
      [false, 0, null],
    ],
  );
  assert.deepEqual(
    checkRateTable(next, "EUR", "Europe/Berlin"),
    results.flatMap(({ problem }, i) =>
      problem ? [{ path: `cases.${i}.${problem.member}`, message: problem.message }] : [],
    ),
  );
  assert.deepEqual(runCases({ ...next, cases: undefined }, "EUR", "Europe/Berlin"), []);
});

compare.run();
