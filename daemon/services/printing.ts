import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";
import type { PrintOutcome } from "../devices/print-document.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { BOOTH_ACTOR } from "./actors.ts";
import { readPayment } from "./payments.ts";
import { countPrintJobs, type PrintJobRow, readPrintJob, readPrintJobs } from "./print-jobs.ts";
import { documentOfJob } from "./printed-documents.ts";

/** A print that a printer took so often without saying that it printed it is given up. */
const MOST_ATTEMPTS = 3;
/** What has waited so long, nobody waits for. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

export type PrintBooth = Needs<"db" | "ledger" | "devices" | "bus" | "clock" | "log">;

/**
 * Prints what waits, in its order, wherever a printer is ready. Each is on disk as begun before a printer is given a
 * byte of it: what was begun and not confirmed, be it by a crash, comes again as a counted copy. There are never two
 * originals.
 */
export async function printWaiting(booth: PrintBooth): Promise<void> {
  const troubled = new Set<string>();
  for (const { id } of readPrintJobs(booth.db)) {
    const job = readPrintJob(booth.db, id);
    if (!job) continue;
    const printer = job.lane ?? "";
    if (booth.clock.now() - Date.parse(job.asked_at) > GIVEN_UP_AFTER_MS)
      await giveUp(booth, job, "nobody waits for it any more");
    else if (!troubled.has(printer) && booth.devices.printerState(job.lane) === "ready") {
      const outcome = await printJob(booth, job);
      if (outcome !== "printed") troubled.add(printer);
    }
  }
}

async function printJob(booth: PrintBooth, { id }: PrintJobRow): Promise<PrintOutcome> {
  const job = await begin(booth, id);
  if (!job) return "nothing";
  const outcome = await booth.devices.print(job.lane, documentOfJob(booth, job));
  if (outcome !== "printed") booth.bus.announce("printFailed", null);
  if (outcome === "printed") await end(booth, job);
  else if (outcome !== "unknown") await putBack(booth, job);
  else if (job.attempts >= MOST_ATTEMPTS) await giveUp(booth, job, "the printer takes it and never confirms it");
  return outcome;
}

/** On a full disk too: a paper that came out and stays in the queue would come out again. */
function record<T>({ ledger }: PrintBooth, work: (tx: Transaction) => T): Promise<T> {
  return ledger.commit(BOOTH_ACTOR, work, { urgent: true });
}

/** Notes that a printer is about to be given it. What was begun before comes as the next copy. */
function begin(booth: PrintBooth, id: number): Promise<PrintJobRow | null> {
  return record(booth, (tx) => {
    const job = readPrintJob(tx.db, id);
    if (!job) return null;
    const copy = job.begun_at === null ? job.copy : countCopy(booth, tx, job);
    const attempts = job.attempts + 1;
    sql(tx.db, "UPDATE print_jobs SET begun_at = ?, attempts = ?, copy = ? WHERE id = ?").run(
      tx.at,
      attempts,
      copy,
      id,
    );
    return { ...job, copy, attempts, begun_at: tx.at };
  });
}

/** The ledger counts the papers of a payment, whoever asked for them. */
function countCopy(booth: PrintBooth, tx: Transaction, job: PrintJobRow): number {
  if (job.kind !== "receipt" || job.subject === null) return job.copy + 1;
  const payment = readPayment({ db: tx.db, ledger: booth.ledger }, job.subject);
  const counted = { paymentId: payment.id, paymentSeq: payment.seq, copy: payment.copies + 1 };
  return tx.append("receipt_copy", counted).data.copy;
}

async function end(booth: PrintBooth, { id }: PrintJobRow): Promise<void> {
  await record(booth, (tx) => sql(tx.db, "DELETE FROM print_jobs WHERE id = ?").run(id));
  booth.bus.announce("prints", { waiting: countPrintJobs(booth.db), printed: id });
}

/** Nothing of it is on paper: as if it had not been begun. A number it has as a copy, it keeps. */
async function putBack(booth: PrintBooth, { id, attempts }: PrintJobRow): Promise<void> {
  await record(booth, (tx) =>
    sql(tx.db, "UPDATE print_jobs SET begun_at = NULL, attempts = ? WHERE id = ?").run(attempts - 1, id),
  );
}

async function giveUp(booth: PrintBooth, { id, kind, asked_at }: PrintJobRow, reason: string): Promise<void> {
  booth.log.warn({ job: id, kind, askedAt: asked_at }, `a print was given up: ${reason}`);
  await record(booth, (tx) => sql(tx.db, "DELETE FROM print_jobs WHERE id = ?").run(id));
}
