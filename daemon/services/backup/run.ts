import type { BackupRun } from "../../../common/api/backups.ts";
import { BoothError, refuse } from "../../../common/errors.ts";
import { instant } from "../../../common/node/clock.ts";
import type { Actor, Needs } from "../../context.ts";
import { isClockDoubtful } from "../day-close.ts";
import { siteOf } from "../sites.ts";
import { readBackupConfig, targetOf } from "./config.ts";
import { describeCopies } from "./copies.ts";
import { BackupFailure } from "./failure.ts";
import type { MadeBackup, OnProgress } from "./make.ts";
import { beginRun, endRun, forgetCopies, readRun, rememberCopy } from "./records.ts";
import { type FoundCopy, listCopies } from "./target.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

export type BackupBooth = Needs<"db" | "ledger" | "config" | "clock" | "log">;

/** The keys that a backup takes: both must be kept elsewhere, as a restore needs both. */
export interface BackupKeys {
  backupKey: string | null;
  eventSigningKey: Buffer;
}

export const NO_KEY = "BACKUP_KEY is not set, so no backup can be made";

/** A run that has begun, and how it ended; that it failed is no rejection. */
export interface BegunRun {
  run: BackupRun;
  ended: Promise<BackupRun>;
  /** Ends it; it is recorded as failed. */
  stop(): void;
}

/**
 * Begins a backup in a process of its own. A run that succeeds leaves one `backup_done`, and then removes the copies that
 * nothing keeps, by the retention as it is configured at that moment. Refuses with `setup_incomplete` without a key and
 * with `run_busy` while another run goes on, here or in another process.
 */
export async function beginBackup(
  booth: BackupBooth,
  keys: BackupKeys,
  actor: Actor,
  cause: BackupRun["cause"],
  onProgress: OnProgress = () => {},
): Promise<BegunRun> {
  const { backupKey } = keys;
  if (backupKey === null) refuse("setup_incomplete", NO_KEY);
  const workshop = await openWorkshop(booth.config.dataDir);
  try {
    const id = await booth.ledger.commit(actor, ({ db }) => beginRun(db, instant(booth.clock.now()), cause));
    const work = async () => {
      const made = await make(booth, { ...keys, backupKey }, workshop, onProgress);
      await recordDone(booth, actor, id, made);
      await prune(booth, actor, id, workshop, made);
    };
    const ended = work()
      .catch((error) => recordFailure(booth, actor, id, error))
      .then(() => runOf(booth, id))
      .finally(workshop.close);
    return { run: runOf(booth, id), ended, stop: workshop.close };
  } catch (error) {
    workshop.close();
    throw error;
  }
}

function runOf({ db }: BackupBooth, id: number): BackupRun {
  const run = readRun(db, id, true);
  if (!run) throw new Error("the run is not on record");
  return run;
}

function make(
  booth: BackupBooth,
  { backupKey, eventSigningKey }: BackupKeys & { backupKey: string },
  workshop: Workshop,
  onProgress: OnProgress,
): Promise<MadeBackup> {
  const { dataDir, boothId, version } = booth.config;
  const order = {
    dataDir,
    boothId,
    version,
    target: targetOf(booth),
    siteId: siteOf(booth.db).id,
    now: booth.clock.now(),
    backupKey,
    signingSeed: eventSigningKey.toString("base64url"),
  };
  return workshop.make(order, onProgress);
}

async function recordDone(booth: BackupBooth, actor: Actor, id: number, made: MadeBackup): Promise<void> {
  const { copies: _, ...facts } = made;
  const { name, bytes, sha256, proof, checkpoint } = made;
  await booth.ledger.commit(actor, ({ db, at, append }) => {
    append("backup_done", facts);
    rememberCopy(db, { name, bytes, sha256, seq: checkpoint.seq, proof, proved_at: at });
    endRun(db, id, instant(booth.clock.now()), { outcome: "done", code: null, message: null, name });
  });
  booth.log.info({ name, bytes, proof }, "a backup was made");
}

/** Only now, with the new copy good and on record. That old ones cannot be removed does not make it worse. */
async function prune(
  booth: BackupBooth,
  actor: Actor,
  id: number,
  workshop: Workshop,
  made: MadeBackup,
): Promise<void> {
  try {
    await removeUnkept(booth, actor, workshop, made.copies, made.name);
  } catch (error) {
    booth.log.warn({ err: error }, "old backups were not removed");
    const message = error instanceof BackupFailure ? error.message : "old copies could not be removed";
    const end = { outcome: "done" as const, code: "not_pruned", message, name: made.name };
    await booth.ledger.commit(actor, ({ db }) => endRun(db, id, instant(booth.clock.now()), end));
  }
}

/** Removes what nothing keeps, by the retention as it is now, and never the copy of the name. Answers what went. */
async function removeUnkept(
  booth: BackupBooth,
  actor: Actor,
  workshop: Workshop,
  found: readonly FoundCopy[],
  newest: string | null,
): Promise<string[]> {
  if (isClockDoubtful(booth))
    throw new BackupFailure("clock_doubtful", "the clock is far ahead, so no copy was removed");
  const copies = describeCopies(booth, found, readBackupConfig(booth));
  const gone = copies.filter(({ name, keptBecause }) => keptBecause.length === 0 && name !== newest);
  if (gone.length === 0) return [];
  const names = gone.map(({ name }) => name);
  const removed = await workshop.prune(targetOf(booth).folder, siteOf(booth.db).id, names);
  await booth.ledger.commit(actor, ({ db }) => forgetCopies(db, removed));
  booth.log.info({ removed: removed.length }, "backups that nothing keeps were removed");
  return removed;
}

/** Removes what nothing keeps, without making a backup. Refuses with `run_busy` while one is made. */
export async function pruneBackups(booth: BackupBooth, actor: Actor): Promise<string[]> {
  const workshop = await openWorkshop(booth.config.dataDir);
  try {
    const found = await listCopies(targetOf(booth).folder, siteOf(booth.db).id);
    return await removeUnkept(booth, actor, workshop, found, null);
  } finally {
    workshop.close();
  }
}

async function recordFailure(booth: BackupBooth, actor: Actor, id: number, error: unknown): Promise<void> {
  const [code, message] = failureWords(error);
  booth.log.error({ err: error, code }, "a backup failed");
  const end = { outcome: "failed" as const, code, message, name: null };
  await booth.ledger.commit(actor, ({ db }) => endRun(db, id, instant(booth.clock.now()), end));
}

function failureWords(error: unknown): [code: string, message: string] {
  if (error instanceof BackupFailure) return [error.fault, error.message];
  if (error instanceof BoothError) return [error.code, error.message];
  return ["internal", "something went wrong while the backup was made; the log says what"];
}
