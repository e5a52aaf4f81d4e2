import { pathToFileURL } from "node:url";
import type Database from "better-sqlite3";
import { systemClock } from "../../common/node/clock.ts";
import { openDb } from "../../common/node/db.ts";
import type { EventRow } from "../../daemon/ledger/seal.ts";
import { CASHIER, openTestLedger, type TestLedger } from "../helpers/ledger.ts";

const ROUNDS = 7;
const ALONE = 1500;
const TOGETHER = 6400;
const CLIENTS = 64;
/** Together with its envelope an event of about 300 bytes. */
const DATA = { before: { name: "Main Street" }, after: { name: "Main Street, lower level" } };

interface Figure {
  name: string;
  figure: string;
  ratio?: string;
  goal?: string;
}

/**
 * Durable signed appends through `ledger.commit` against bare better-sqlite3 inserts of the same bytes into a plain
 * table at the same durability, in alternation, as the median of the rounds.
 */
export async function bench(): Promise<Figure[]> {
  const booth = await openTestLedger({ clock: systemClock });
  const bare = openBare(booth);
  const rates: Record<"alone" | "bareAlone" | "together" | "bareTogether", number[]> = {
    alone: [],
    bareAlone: [],
    together: [],
    bareTogether: [],
  };
  await append(booth, ALONE, 1);
  bare.insert(ALONE, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bareAlone.push(await rate(ALONE, () => bare.insert(ALONE, 1)));
    rates.alone.push(await rate(ALONE, () => append(booth, ALONE, 1)));
    rates.bareTogether.push(await rate(TOGETHER, () => bare.insert(TOGETHER, CLIENTS)));
    rates.together.push(await rate(TOGETHER, () => append(booth, TOGETHER, CLIENTS)));
  }
  bare.db.close();
  booth.close();
  return [
    figure("ledger: bare insert, one a commit", rates.bareAlone),
    figure("ledger: bare insert, 64 a commit", rates.bareTogether),
    {
      ...figure("ledger: one caller", rates.alone),
      ratio: `${ratio(rates.alone, rates.bareAlone)} of bare one a commit`,
      goal: "0.60",
    },
    {
      ...figure("ledger: 64 callers", rates.together),
      ratio: `${ratio(rates.together, rates.bareAlone)} of bare one a commit`,
      goal: "2.5",
    },
    {
      ...figure("ledger: 64 callers", rates.together),
      ratio: `${ratio(rates.together, rates.bareTogether)} of bare 64 a commit`,
      goal: "0.15",
    },
  ];
}

function figure(name: string, samples: readonly number[]): Figure {
  const sorted = [...samples].sort((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  return { name, figure: `${Math.round(median(samples))} events/s (${Math.round(least)} to ${Math.round(most)})` };
}

/** The median of the rounds' own ratios: what slows the machine down slows both. */
function ratio(ours: readonly number[], theirs: readonly number[]): string {
  return median(ours.map((value, i) => value / (theirs[i] ?? 1))).toFixed(2);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function rate(count: number, work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1000;
}

/** So many appends by so many clients, each of whom waits for one before asking for the next. */
async function append(booth: TestLedger, count: number, clients: number): Promise<void> {
  const client = async () => {
    for (let n = 0; n < count / clients; n += 1)
      await booth.ledger.commit(CASHIER, (tx) => tx.append("site_change", DATA));
  };
  await Promise.all(Array.from({ length: clients }, client));
}

function openBare(booth: TestLedger) {
  const db: Database.Database = openDb(`${booth.path}.bare`);
  db.exec(
    "CREATE TABLE bare (seq INTEGER PRIMARY KEY, id TEXT, kind TEXT, at TEXT, actor TEXT, lane TEXT, data TEXT, prev BLOB, hash BLOB, key_id TEXT, sig BLOB) STRICT",
  );
  const row = booth.db.prepare("SELECT * FROM events WHERE seq = 1").get() as EventRow;
  const values = [
    row.id,
    row.kind,
    row.at,
    row.actor,
    row.lane,
    JSON.stringify(DATA),
    row.prev,
    row.hash,
    row.key_id,
    row.sig,
  ];
  const insert = db.prepare(
    "INSERT INTO bare (id, kind, at, actor, lane, data, prev, hash, key_id, sig) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const many = db.transaction((count: number) => {
    for (let n = 0; n < count; n += 1) insert.run(values);
  }).immediate;
  return {
    db,
    insert(count: number, perCommit: number) {
      for (let n = 0; n < count; n += perCommit) perCommit === 1 ? insert.run(values) : many(perCommit);
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await bench());
