import type { Printing, PrintJob } from "../../common/api/prints.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";

/** How long somebody who asked for paper is kept waiting for the word that it is there. */
const PATIENCE_MS = 2000;

/** What is asked to be printed: of a receipt or a ticket what it is of, of a report its text. */
export type PrintAsk =
  | { kind: "receipt"; subject: string; copy: number; lane: string | null }
  | { kind: "ticket"; subject: string; lane: string | null }
  | { kind: "report"; text: string; lane: string | null };

export interface PrintJobRow {
  id: number;
  kind: PrintJob["kind"];
  subject: string | null;
  text: string | null;
  copy: number;
  lane: string | null;
  asked_at: string;
  asked_by: string;
  begun_at: string | null;
  attempts: number;
}

const INSERT = `INSERT INTO print_jobs (kind, subject, text, copy, lane, asked_at, asked_by)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/**
 * Notes a print in the transaction that answers for it, so that it is on disk before anybody is told. Answers its
 * number, or null where the booth has no printer to wait for.
 */
export function askPrint(booth: Needs<"devices">, tx: Transaction, actor: Actor, ask: PrintAsk): number | null {
  if (booth.devices.printerState(ask.lane) === null) return null;
  const subject = ask.kind === "report" ? null : ask.subject;
  const text = ask.kind === "report" ? ask.text : null;
  const copy = ask.kind === "receipt" ? ask.copy : 0;
  const { lastInsertRowid } = sql(tx.db, INSERT).run(ask.kind, subject, text, copy, ask.lane, tx.at, actor.id);
  return Number(lastInsertRowid);
}

/** Has a noted print printed, and tells what came of it: at once where its printer is not ready, else within 2 s. */
export function awaitPrint(
  booth: Needs<"bus" | "devices">,
  id: number | null,
  lane: string | null = null,
): Promise<Printing> {
  if (id === null) return Promise.resolve({ printed: false, waiting: false });
  const isReady = booth.devices.printerState(lane) === "ready";
  return new Promise((resolve) => {
    const finish = (printed: boolean) => {
      leave();
      clearTimeout(timer);
      resolve({ printed, waiting: !printed });
    };
    const leave = booth.bus.on("prints", ({ printed }) => printed === id && finish(true));
    const timer = setTimeout(finish, PATIENCE_MS, false).unref();
    booth.bus.announce("printAsked", null);
    if (!isReady) finish(false);
  });
}

/** All that waits, in the order in which it was asked for. */
export function readPrintJobs(db: Db): PrintJobRow[] {
  return sql<PrintJobRow>(db, "SELECT * FROM print_jobs ORDER BY id").all();
}

export function readPrintJob(db: Db, id: number): PrintJobRow | null {
  return sql<PrintJobRow>(db, "SELECT * FROM print_jobs WHERE id = ?").get(id) ?? null;
}

export function countPrintJobs(db: Db): number {
  return sql<{ count: number }>(db, "SELECT count(*) AS count FROM print_jobs").get()?.count ?? 0;
}

const WITH_NUMBER = `SELECT j.*, coalesce(p.receipt_number, s.ticket_number) AS number
  FROM print_jobs j
  LEFT JOIN payments p ON j.kind = 'receipt' AND p.id = j.subject
  LEFT JOIN sessions s ON j.kind = 'ticket' AND s.id = j.subject
  ORDER BY j.id`;

/** What waits for a printer, the first asked for first. */
export function listPrints(booth: Needs<"db">): PrintJob[] {
  const rows = sql<PrintJobRow & { number: number | null }>(booth.db, WITH_NUMBER).all();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    number: row.number,
    copy: row.copy,
    lane: row.lane,
    askedAt: row.asked_at,
    askedBy: row.asked_by,
    begun: row.begun_at !== null,
  }));
}

/**
 * Takes a print out of the queue that nobody needs any more. Refuses with `not_found` when it is printed already. The log
 * says who did; the ledger has no word for it, for the payment and each copy asked for are in it already.
 */
export async function dropPrint(booth: Needs<"ledger" | "bus" | "log">, actor: Actor, id: number): Promise<void> {
  const { kind, subject, copy } = await booth.ledger.commit(actor, (tx) => {
    const job = readPrintJob(tx.db, id) ?? refuse("not_found", "nothing with this number waits to be printed");
    sql(tx.db, "DELETE FROM print_jobs WHERE id = ?").run(id);
    return job;
  });
  booth.log.info({ job: id, kind, subject, copy, by: actor.id }, "a print was removed");
  booth.bus.announce("printAsked", null);
}
