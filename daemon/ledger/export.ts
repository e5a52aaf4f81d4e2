import * as v from "valibot";
import { CheckpointNote } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { readGenesis } from "./genesis.ts";
import { type EventRow, eventOf } from "./seal.ts";

const STEP = 1000;
/** More entries than any booth will ever have, and few enough for a verification to plan for. */
const MOST = 1_000_000_000;
const text = v.string();
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST));

/**
 * The first line of an exported ledger: what it takes to prove the lines after it, each of which is one event as the API
 * shows it. None of it is to be believed by itself but the checkpoint, which is signed.
 */
export const ExportHeader = v.strictObject({
  format: v.literal("parking-booth/ledger-export/v1"),
  boothId: text,
  /** 32 raw bytes in base64url. */
  publicKey: v.pipe(text, v.regex(/^[A-Za-z0-9_-]{43}$/)),
  from: v.pipe(seq, v.minValue(1)),
  to: seq,
  count: seq,
  /** The only kind of event in it; null for all, of which none may be missing then. */
  kind: v.nullable(text),
  /** The entry before the first, onto which that is linked. */
  before: v.nullable(v.strictObject({ seq, hash: v.pipe(text, v.regex(/^[0-9a-f]{64}$/)) })),
  /** The end of the ledger as the booth signed it for this export; null if the export ends before, or had no key. */
  checkpoint: v.nullable(CheckpointNote),
});
export type ExportHeader = v.InferOutput<typeof ExportHeader>;

/** Which entries: from..to with both, all kinds or one. */
export interface Stretch {
  from: number;
  to: number;
  kind: string | null;
}

/** What the first line says. Null for a ledger that does not say whose it is. */
export function exportHeader(db: Db, stretch: Stretch, checkpoint: CheckpointNote | null): ExportHeader | null {
  const genesis = readGenesis(db);
  if (!genesis) return null;
  const { boothId, publicKey } = genesis;
  const row = sql<{ hash: Buffer }>(db, "SELECT hash FROM events WHERE seq = ?").get(stretch.from - 1);
  const before = row ? { seq: stretch.from - 1, hash: row.hash.toString("hex") } : null;
  const count = countOf(db, stretch);
  return { format: "parking-booth/ledger-export/v1", boothId, publicKey, ...stretch, count, before, checkpoint };
}

function countOf(db: Db, { from, to, kind }: Stretch): number {
  if (kind === null) return Math.max(0, to - from + 1);
  const counted = sql<{ n: number }>(db, "SELECT count(*) AS n FROM events WHERE kind = ? AND seq BETWEEN ? AND ?");
  return counted.get(kind, from, to)?.n ?? 0;
}

/** The lines of an export, several at a time: a million of them need no more room than a thousand. */
export function* exportLines(db: Db, header: ExportHeader): Generator<string, void> {
  yield `${JSON.stringify(header)}\n`;
  const kind = header.kind === null ? "" : "AND kind = @kind";
  const read = sql<EventRow>(
    db,
    `SELECT * FROM events WHERE seq > @after AND seq <= @to ${kind} ORDER BY seq LIMIT ${STEP}`,
  );
  for (let after = header.from - 1; ; ) {
    const rows = read.all({ after, to: header.to, kind: header.kind });
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(eventOf(row))}\n`).join("");
    if (rows.length < STEP) return;
    after = rows.at(-1)?.seq ?? after;
  }
}
