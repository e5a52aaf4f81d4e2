import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import * as v from "valibot";
import type { CheckpointNote } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Verification } from "../../common/verification.ts";
import { isCheckpointGenuine } from "./checkpoint.ts";
import type { Bad } from "./classify.ts";
import { ExportHeader } from "./export.ts";
import { parseLine, readLines, type StoredRow, stubBefore } from "./export-line.ts";
import { CheckpointError, verifyLedger } from "./verify.ts";
import { checkAlone } from "./verify-alone.ts";
import { auditorOf } from "./verify-range.ts";

/** How an export is verified: by which key, and against which checkpoint kept elsewhere. */
export interface ExportOptions {
  publicKeyText?: string | undefined;
  checkpoint?: CheckpointNote | undefined;
  quick?: boolean | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The file does not begin as an export does. The message is one clear sentence. */
export class ExportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ExportError";
  }
}

/** What was found, and what the export says of itself. */
export interface ExportVerification extends Verification {
  header: ExportHeader;
}

/**
 * Verifies an exported ledger with nothing but the file and the public key: it is loaded into a database of its own in
 * the temporary folder, and verified as a ledger is. Of an export of one kind, each entry is proven by itself, and not
 * that none is missing. Throws ExportError for another file, CheckpointError for a checkpoint that says nothing of it.
 */
export async function verifyExport(path: string, options: ExportOptions = {}): Promise<ExportVerification> {
  const lines = readLines(path);
  try {
    const first = await lines.next();
    const header = headerOf(first.done ? "" : first.value, path);
    const publicKeyText = options.publicKeyText ?? header.publicKey;
    if (header.kind !== null && options.checkpoint)
      throw new CheckpointError("a checkpoint is of the whole ledger, and this export has one kind of entry only");
    const found =
      header.kind === null
        ? await verifyStretch(header, lines, { ...options, publicKeyText })
        : await checkAlone(auditorOf(publicKeyText), header, lines);
    return { ...found, header };
  } finally {
    // Closes the file where its end was not reached.
    await lines.return();
  }
}

function headerOf(line: string, path: string): ExportHeader {
  try {
    return v.parse(ExportHeader, JSON.parse(line));
  } catch {
    throw new ExportError(`${path} does not begin as a file that boothctl ledger export wrote`);
  }
}

/** An export of all kinds: a stretch of the chain. */
async function verifyStretch(
  header: ExportHeader,
  lines: AsyncIterator<string>,
  options: ExportOptions & { publicKeyText: string },
): Promise<Verification> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-export-"));
  try {
    const path = join(folder, "export.db");
    const stray = await load(path, header, lines);
    const checkpoint = checkpointFor(header, options);
    const { publicKeyText, quick, onProgress } = options;
    const excerpt = header.from > 1;
    const found = await verifyLedger(path, {
      publicKeyText,
      quick,
      onProgress,
      checkpoint,
      from: header.from,
      excerpt,
    });
    return found.ok ? withEnd(found, header, stray, publicKeyText) : found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isForged = ({ checkpoint }: ExportHeader, publicKeyText: string) =>
  checkpoint !== null && !isCheckpointGenuine(checkpoint, publicKeyText);

/** The checkpoint to hold the export against: the one kept elsewhere, else the one it carries. */
function checkpointFor(
  header: ExportHeader,
  { checkpoint: given, publicKeyText }: ExportOptions & { publicKeyText: string },
): CheckpointNote | undefined {
  if (!given) return (!isForged(header, publicKeyText) && header.checkpoint) || undefined;
  if (given.boothId !== header.boothId)
    throw new CheckpointError(
      `the checkpoint is of the booth "${given.boothId}", and this export of "${header.boothId}"`,
    );
  if (given.seq < header.from - 1)
    throw new CheckpointError(`the checkpoint saw entry ${given.seq}, and this export begins at ${header.from}`);
  return given;
}

/** What the chain itself cannot tell: that it ends where the first line says, and that nothing stands beside it. */
function withEnd(found: Verification, header: ExportHeader, stray: number | null, publicKeyText: string): Verification {
  const { from, to, checkpoint } = header;
  const last = found.head?.seq ?? from - 1;
  const bad = (firstBad: Bad): Verification => ({ ...found, ok: false, firstBad });
  if (last < to)
    return bad({
      seq: last + 1,
      class: "truncated",
      message: `the export goes to ${to}, and the file ends at ${last}.`,
    });
  if (checkpoint && isForged(header, publicKeyText)) {
    const message = "the checkpoint in the first line was not signed by this ledger's key.";
    return bad({ seq: checkpoint.seq, class: "signature", message });
  }
  if (stray === null) return found;
  return bad({ seq: stray, class: "inserted", message: `entry ${stray} stands outside of ${from}…${to}.` });
}

const TABLE = `CREATE TABLE events (seq INTEGER, id TEXT, kind TEXT, at TEXT, actor TEXT, lane TEXT, data TEXT, prev BLOB,
  hash BLOB, key_id TEXT, sig BLOB)`;
const INSERT = `INSERT INTO events VALUES (@seq, @id, @kind, @at, @actor, @lane, @data, @prev, @hash, @key_id, @sig)`;

/** Fills a database with what stands in the file, in whatever state. Answers the first seq that is none of this export. */
async function load(path: string, header: ExportHeader, lines: AsyncIterator<string>): Promise<number | null> {
  const db: Db = new Database(path);
  try {
    for (const pragma of ["journal_mode = OFF", "synchronous = OFF"]) db.pragma(pragma);
    db.exec(TABLE);
    db.exec("BEGIN");
    const insert = (row: StoredRow) => sql(db, INSERT).run(row);
    if (header.before) insert(stubBefore(header.before));
    let stray: number | null = null;
    let expected = header.from;
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      if (next.value === "") continue;
      const row = parseLine(next.value, expected);
      if (row.seq < header.from || row.seq > header.to) stray ??= row.seq;
      else insert(row);
      expected = row.seq + 1;
    }
    db.exec("COMMIT");
    db.exec("CREATE INDEX events_seq ON events (seq)");
    return stray;
  } finally {
    db.close();
  }
}
