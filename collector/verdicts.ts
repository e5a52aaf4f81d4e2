import type { ItemTaken, ReviewItem, VerdictAnswer } from "../common/api/collector.ts";
import { refuse } from "../common/errors.ts";
import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import type { Verdict } from "../common/review.ts";
import type { Needs } from "./context.ts";
import { type ItemRow, itemRow, itemView } from "./items.ts";
import { type Ask, holderOf, type ItemName } from "./leases.ts";
import { nextItems } from "./progress.ts";

type Parts = Needs<"db" | "clock">;

/** How many of its own verdicts a client can take back. */
const UNDO_DEPTH = 10;

interface VerdictRow {
  seq: number;
  verdict: Verdict;
  client: string;
  state_before: ItemRow["state"];
  waited_since: string;
}

/** The verdicts that nobody took back. */
const STANDING = `SELECT seq, booth_id, item_id, verdict, client, state_before, waited_since FROM verdicts v
  WHERE undoes IS NULL AND NOT EXISTS (SELECT 1 FROM verdicts u WHERE u.undoes = v.seq)`;

/**
 * Records what a reviewer decided and leases what to show next. An item that somebody else holds or has decided is
 * refused with `item_taken`, which says how it stands; the same verdict sent again by the same client is taken as one.
 */
export function giveVerdict(collector: Parts, name: ItemName, verdict: Verdict, ask: Ask): VerdictAnswer {
  return atOnce(collector, () => {
    const row = itemRow(collector, name.boothId, name.itemId);
    if (!isRepeated(collector, name, verdict, ask.client)) {
      assertFree(collector, name, row, ask.client);
      record(collector, name, row, verdict, ask.client);
    }
    return answer(collector, name, ask);
  });
}

/**
 * Takes a client's own verdict back, one of its last ten, unless the item went on to somebody else meanwhile: the item
 * waits as it did before, and is the client's again.
 */
export function undoVerdict(collector: Parts, name: ItemName, ask: Ask): VerdictAnswer {
  return atOnce(collector, () => {
    const row = itemRow(collector, name.boothId, name.itemId);
    if (isUndone(collector, name, ask.client)) return answer(collector, name, ask, name);
    const last = lastVerdict(collector, name);
    if (!last || last.client !== ask.client || !isRecent(collector, last)) refuseTaken(collector, name, row);
    const holder = holderOf(collector, name);
    if (holder && holder.client !== ask.client) refuseTaken(collector, name, row);
    const { seq, state_before, waited_since } = last;
    addRow(collector, name, row, { verdict: null, undoes: seq, client: ask.client });
    sql(
      collector.db,
      `UPDATE items SET state = ?, waits_since = ?, verdict = NULL, reviewed_at = NULL
        WHERE booth_id = ? AND item_id = ?`,
    ).run(state_before, waited_since, name.boothId, name.itemId);
    return answer(collector, name, ask, name);
  });
}

function answer(collector: Parts, name: ItemName, ask: Ask, first?: ItemName): VerdictAnswer {
  const item: ReviewItem = itemView(itemRow(collector, name.boothId, name.itemId));
  return { item, ...nextItems(collector, ask, first) };
}

function assertFree(collector: Parts, name: ItemName, row: ItemRow, client: string): void {
  const holder = holderOf(collector, name);
  const isDecided = row.state === "reviewed" || row.state === "unusable";
  if (isDecided || (holder && holder.client !== client)) refuseTaken(collector, name, row);
}

function refuseTaken(collector: Parts, name: ItemName, row: ItemRow): never {
  const body: ItemTaken = { current: itemView(row), heldUntil: holderOf(collector, name)?.until ?? null };
  const message = row.verdict
    ? `this crop is labelled already: ${row.verdict}`
    : body.heldUntil
      ? "somebody else is looking at this crop"
      : "this crop is not yours to decide now";
  refuse("item_taken", message, { body: { ...body } });
}

function record(collector: Parts, name: ItemName, row: ItemRow, verdict: Verdict, client: string): void {
  const { db, clock } = collector;
  const now = instant(clock.now());
  addRow(collector, name, row, { verdict, undoes: null, client });
  sql(db, "DELETE FROM leases WHERE booth_id = ? AND item_id = ?").run(name.boothId, name.itemId);
  const isSkip = verdict === "skip";
  sql(
    db,
    `UPDATE items SET state = @state, verdict = @label, reviewed_at = @reviewedAt, waits_since = @waitsSince
      WHERE booth_id = @boothId AND item_id = @itemId`,
  ).run({
    ...name,
    state: isSkip ? "skipped" : verdict === "unusable" ? "unusable" : "reviewed",
    label: isSkip ? null : verdict,
    reviewedAt: isSkip ? null : now,
    waitsSince: isSkip ? now : row.waits_since,
  });
}

function addRow(
  { db, clock }: Parts,
  name: ItemName,
  row: ItemRow,
  what: { verdict: Verdict | null; undoes: number | null; client: string },
): void {
  sql(
    db,
    `INSERT INTO verdicts (booth_id, item_id, verdict, undoes, client, at, state_before, waited_since)
     VALUES (@boothId, @itemId, @verdict, @undoes, @client, @at, @state, @waitsSince)`,
  ).run({ ...name, ...what, at: instant(clock.now()), state: row.state, waitsSince: row.waits_since });
}

function lastVerdict({ db }: Parts, { boothId, itemId }: ItemName): VerdictRow | undefined {
  return sql<VerdictRow>(db, `${STANDING} AND booth_id = ? AND item_id = ? ORDER BY seq DESC LIMIT 1`).get(
    boothId,
    itemId,
  );
}

/** Whether this is the answer that got lost on its way, and not another decision. */
function isRepeated(collector: Parts, name: ItemName, verdict: Verdict, client: string): boolean {
  const last = lastVerdict(collector, name);
  return last?.client === client && last.verdict === verdict && holderOf(collector, name)?.client !== client;
}

/** Whether the client took it back a moment ago, and asks again because the answer got lost. */
function isUndone(collector: Parts, name: ItemName, client: string): boolean {
  const last = sql<{ undoes: number | null; client: string }>(
    collector.db,
    "SELECT undoes, client FROM verdicts WHERE booth_id = ? AND item_id = ? ORDER BY seq DESC LIMIT 1",
  ).get(name.boothId, name.itemId);
  const holder = holderOf(collector, name)?.client ?? client;
  return last?.client === client && last.undoes !== null && holder === client;
}

function isRecent({ db }: Parts, { seq, client }: VerdictRow): boolean {
  return sql<{ seq: number }>(db, `${STANDING} AND client = ? ORDER BY seq DESC LIMIT ${UNDO_DEPTH}`)
    .all(client)
    .some((row) => row.seq === seq);
}

/** One transaction, which reads the state it decides on. */
function atOnce<T>({ db }: Parts, work: () => T): T {
  return db.transaction(work).immediate();
}
