import type { Erasure, PlateErasure } from "../../common/api/reports.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { DAY } from "../../common/pricing/duration.ts";
import type { Actor, Needs } from "../context.ts";
import { plateRefOf } from "../ledger/keys.ts";
import { BOOTH_ACTOR } from "./actors.ts";
import { isClockDoubtful } from "./day-close.ts";
import { removePictures, sweepPictures } from "./pictures.ts";
import { WITHOUT_PLATE } from "./plates-in-text.ts";
import { eraseItems } from "./reviews/queue.ts";
import { sessionOfPlate } from "./sessions.ts";
import { siteOf } from "./sites.ts";
import { eraseLapsed, forgetInSubscriptions, isKeptBySubscriptions } from "./subscription-erasure.ts";

/** Plates, and subscriptions, that are erased in one commit at most. */
const BATCH = 500;
/** Answers to money requests are kept for two days, so that younger plates may still stand in one. */
const ANSWERS_KEPT_MS = 3 * DAY;

interface PlateRow {
  ref: string;
  plate: string;
}

type EraseBooth = Needs<"db" | "ledger" | "config" | "clock" | "log">;

/** How much was erased; `subscriptions` of which the holder, plates and credentials were. */
export interface Erased {
  plates: number;
  pictures: number;
  subscriptions: number;
}

/**
 * Erases the plates that the site has had no use for since `plateRetentionDays`, the pictures of stays that ended before
 * then, and who had the subscriptions that ended before then. One `erasure` for each batch, and none when there was
 * nothing to erase. Nothing is erased by a clock that may be years ahead. The log is emptied in any case: an erasure on
 * request may have met a reader.
 */
export async function erasePastRetention(booth: EraseBooth): Promise<Erased> {
  const erased = isClockDoubtful(booth) ? { plates: 0, pictures: 0, subscriptions: 0 } : await eraseDue(booth);
  overwriteLog(booth);
  return erased;
}

async function eraseDue(booth: EraseBooth): Promise<Erased> {
  const before = instant(booth.clock.now() - siteOf(booth.db).plate_retention_days * DAY);
  const unsent = await eraseItems(booth, BOOTH_ACTOR, { before });
  const erased = { plates: 0, pictures: (await sweepPictures(booth, before)) + unsent, subscriptions: 0 };
  for (let pictures = erased.pictures, more = true; more; pictures = 0) {
    const batch = await eraseBatch(booth, before, pictures);
    erased.plates += batch.plates;
    erased.subscriptions += batch.subscriptions;
    more = batch.plates === BATCH || batch.subscriptions === BATCH;
  }
  return erased;
}

function eraseBatch(booth: EraseBooth, before: string, pictures: number): Promise<Erased> {
  return booth.ledger.commit(BOOTH_ACTOR, ({ db, now, append }) => {
    const rows = platesPast(db, before);
    const answersToo = now - Date.parse(before) < ANSWERS_KEPT_MS;
    for (const row of rows) forget(db, row, answersToo);
    const subscriptions = eraseLapsed(db, before, BATCH);
    const numbers = { plates: rows.length, pictures, ...(subscriptions > 0 ? { subscriptions } : {}) };
    if (rows.length + pictures + subscriptions > 0)
      append("erasure", { cause: "retention", plateRef: null, before, ...numbers });
    return { plates: rows.length, pictures, subscriptions };
  });
}

/** Seen last before then, of no car inside, and of none that left since. */
function platesPast(db: Db, before: string): PlateRow[] {
  return sql<PlateRow>(
    db,
    `SELECT ref, plate FROM plates p WHERE last_seen < ?
       AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.plate_ref = p.ref AND (s.state IN ('open', 'paid') OR s.exited_at >= ?))
     LIMIT ${BATCH}`,
  ).all(before, before);
}

/**
 * Erases one plate, also in ended subscriptions, and the pictures of its stays. Refuses with `not_found` when no such
 * plate is kept, and with `invalid_input` while its car is inside or it is in a subscription that goes on, or when the
 * reason would put the plate into the ledger for ever.
 */
export async function erasePlate(booth: EraseBooth, actor: Actor, input: PlateErasure): Promise<Erasure> {
  const { plate, reason } = input;
  const plateRef = plateRefOf(booth.ledger.keys, plate);
  const plain = reason
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (plain.includes(plate)) refuseInput("reason", WITHOUT_PLATE);
  assertErasable(booth.db, plateRef, instant(booth.clock.now()));
  // Before the commit: what the ledger says is erased is erased, and a request that failed in between can be repeated.
  const unsent = await eraseItems(booth, actor, { sessions: staysOf(booth.db, plateRef) });
  const pictures = (await removePictures(booth, picturesOf(booth.db, plateRef))) + unsent;
  const event = await booth.ledger.commit(actor, ({ db, at, append }) => {
    assertErasable(db, plateRef, at);
    forget(db, { ref: plateRef, plate }, true);
    const subscriptions = forgetInSubscriptions(db, plateRef);
    const numbers = { plates: 1, pictures, ...(subscriptions > 0 ? { subscriptions } : {}) };
    return append("erasure", { cause: "request", plateRef, before: null, ...numbers, reason });
  });
  overwriteLog(booth);
  return { seq: event.seq, plates: 1, pictures };
}

function assertErasable(db: Db, plateRef: string, at: string): void {
  const inSubscriptions = isKeptBySubscriptions(db, plateRef, at);
  if (!inSubscriptions && !sql(db, "SELECT 1 FROM plates WHERE ref = ?").get(plateRef))
    refuse("not_found", "no such plate is kept");
  if (sessionOfPlate(db, plateRef))
    refuseInput("plate", "this car is inside; its plate can be erased once it has left");
}

function staysOf(db: Db, plateRef: string): string[] {
  return sql<{ id: string }>(db, "SELECT id FROM sessions WHERE plate_ref = ?")
    .all(plateRef)
    .map(({ id }) => id);
}

/** Names of the pictures that show a plate: of its stays, and of what was opened by hand for them. */
function picturesOf(db: Db, plateRef: string): string[] {
  const intents = sql<{ name: string }>(
    db,
    `SELECT 'intent-' || e.seq AS name FROM sessions s JOIN exceptions e ON e.session_id = s.id
     WHERE s.plate_ref = ? AND e.kind = 'hand_open'`,
  ).all(plateRef);
  return [...staysOf(db, plateRef), ...intents.map(({ name }) => name)];
}

function forget(db: Db, { ref, plate }: PlateRow, answersToo: boolean): void {
  sql(db, "DELETE FROM plates WHERE ref = ?").run(ref);
  if (!answersToo) return;
  const said = `"plate":${JSON.stringify(plate)}`;
  const text = `UPDATE idempotency SET answer = replace(answer, ?, '"plate":null') WHERE instr(answer, ?) > 0`;
  sql(db, text).run(said, said);
}

/**
 * What was deleted is overwritten in the file (secure_delete, see open-booth); this empties the log that still has it.
 * Who reads an older state of the file, as a backup does, holds the log; then the job does it the next time.
 */
function overwriteLog({ db, log }: Needs<"db" | "log">): void {
  const [found] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
  if (found?.busy) log.warn("the database is being read: its log, which may hold what was erased, is emptied later");
}
