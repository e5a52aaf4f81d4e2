import { type Db, sql } from "../../common/node/db.ts";
import { readEventsAfter } from "../ledger/read.ts";
import { readHead } from "../ledger/writer.ts";
import { applyTo, LATER_MODELS } from "./index.ts";
import type { ReadModel } from "./read-model.ts";

const STEP = 1000;

interface Behind {
  model: ReadModel;
  seq: number;
}

/**
 * Brings the read models that came after the first ledgers up to the head: a new one from the first event on, one that
 * an older version of the program left behind from where it stands. All in one transaction with the note of it.
 * Answers how many events were replayed; costs nothing when nothing is behind.
 */
export function fillReadModels(db: Db): number {
  if (modelsBehind(db).length === 0) return 0;
  return db.transaction(() => fill(db, modelsBehind(db))).immediate();
}

function modelsBehind(db: Db): Behind[] {
  const head = readHead(db)?.seq ?? 0;
  return LATER_MODELS.flatMap((model) => {
    const noted = sql<{ seq: number }>(db, "SELECT seq FROM read_models WHERE name = ?").get(model.name);
    return noted && noted.seq >= head ? [] : [{ model, seq: noted?.seq ?? 0 }];
  });
}

function fill(db: Db, behind: readonly Behind[]): number {
  // Somebody may have appended through a program that knows the model before it was noted as filled.
  for (const { model, seq } of behind)
    if (seq === 0) for (const table of model.tables) db.exec(`DELETE FROM "${table}"`);
  let last = Math.min(...behind.map(({ seq }) => seq));
  let replayed = 0;
  for (let events = readEventsAfter(db, last, STEP); events.length > 0; events = readEventsAfter(db, last, STEP)) {
    for (const event of events) {
      for (const { model, seq } of behind) if (event.seq > seq) applyTo(model, db, event);
      last = event.seq;
      replayed += 1;
    }
  }
  for (const { model } of behind)
    sql(
      db,
      "INSERT INTO read_models (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
    ).run(model.name, last);
  return replayed;
}
