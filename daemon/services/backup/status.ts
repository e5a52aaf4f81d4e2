import type { BackupConfig, BackupRun, BackupStatus } from "../../../common/api/backups.ts";
import { instant } from "../../../common/node/clock.ts";
import { sql } from "../../../common/node/db.ts";
import { HOUR, MINUTE } from "../../../common/pricing/duration.ts";
import type { Needs } from "../../context.ts";
import { siteOf } from "../sites.ts";
import { type BackupReader, readBackupConfig, targetOf } from "./config.ts";
import { describeCopies } from "./copies.ts";
import { keyKindOf } from "./encryption.ts";
import { BackupFailure, type BackupFault, targetFailure } from "./failure.ts";
import { lastGood } from "./last-good.ts";
import { readRun, sizeOfCopy } from "./records.ts";
import { NO_KEY } from "./run.ts";
import { nextRunAfter } from "./schedule.ts";
import { type FoundCopy, lacks, listCopies, measureTarget, whyNotWritable } from "./target.ts";
import { isBackupRunning } from "./workshop.ts";

type StatusBooth = BackupReader & Needs<"clock">;

/** After a failure it is tried again so often, besides the schedule. */
const RETRY_MS = HOUR;
/** A backup may be so late before it counts as missing. */
const LATE_MS = 2 * HOUR;
/** A disk that does not answer within this is said not to; one look at a time goes on. */
const ANSWER_MS = 3000;

/** What is found in the target directory. */
export interface TargetFound {
  target: BackupStatus["target"];
  copies: FoundCopy[];
  /** When it was looked at, in milliseconds since 1970. */
  at: number;
}

/** Looks into the target directory, never longer than a few seconds, and never twice at once: a dead share hangs. */
export type LookAtTarget = (folder?: string) => Promise<TargetFound>;

export function openTargetLook(booth: StatusBooth): LookAtTarget {
  const looks = new Map<string, Promise<TargetFound>>();
  return (folder = targetOf(booth).folder) => {
    const look = looks.get(folder) ?? lookAt(booth, folder).finally(() => looks.delete(folder));
    looks.set(folder, look);
    return Promise.race([look, noAnswer(folder)]);
  };
}

function noAnswer(folder: string): Promise<TargetFound> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(silentTarget(folder)), ANSWER_MS).unref();
  });
}

/** What is found in a directory that does not answer. */
export function silentTarget(folder: string): TargetFound {
  return unreachable("target_failed", `${folder} does not answer`);
}

const unreachable = (code: BackupFault, message: string): TargetFound => ({
  target: { ok: false, code, message, freeBytes: null, sameDisk: null },
  copies: [],
  at: 0,
});

async function lookAt(booth: StatusBooth, folder: string): Promise<TargetFound> {
  const at = booth.clock.now();
  try {
    const copies = await listCopies(folder, siteOf(booth.db).id);
    const measured = await measureTarget(folder, booth.config.dataDir);
    const failure = (await whyNotWritable(folder, booth.config.dataDir)) ?? whyTooSmall(booth, folder, measured);
    if (failure === null) return { target: { ok: true, code: null, message: null, ...measured }, copies, at };
    if (!(failure instanceof BackupFailure)) throw failure;
    return { target: { ok: false, code: failure.fault, message: failure.message, ...measured }, copies, at };
  } catch (error) {
    const { mayMake } = targetOf(booth);
    const isUnmade = mayMake && error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isUnmade)
      return { target: { ok: true, code: null, message: null, freeBytes: null, sameDisk: true }, copies: [], at };
    const failure = targetFailure(error, folder);
    if (failure instanceof BackupFailure) return unreachable(failure.fault, failure.message);
    throw error;
  }
}

/** The next backup takes as much as the last one, about, and comes before an old one goes. */
function whyTooSmall({ db }: StatusBooth, folder: string, { freeBytes }: { freeBytes: number }): BackupFailure | null {
  const bytes = sizeOfCopy(db, readRun(db, "last_done")?.name ?? null);
  if (bytes === null || bytes <= freeBytes) return null;
  return new BackupFailure("target_full", `${folder} ${lacks("a backup", bytes, freeBytes)}`);
}

/** How backups stand: configured how, done when, due when, and what is wrong. */
export async function readBackupStatus(
  booth: StatusBooth,
  backupKey: string | null,
  look: LookAtTarget,
  running: BackupStatus["running"] = null,
): Promise<BackupStatus> {
  const config = readBackupConfig(booth);
  const found = await look();
  const { target } = found;
  const key = keyKindOf(backupKey);
  const lastAttempt = lastRun(booth);
  const copies = describeCopies(booth, found.copies, config);
  const { lastSuccess, lost } = lastGood(booth.db, found, copies);
  const due = dueAt(booth);
  const next = key === "none" || due === null ? null : instant(Math.max(due, booth.clock.now()));
  const late = isLate(booth, config, lastSuccess);
  const lastEnded = lastAttempt?.outcome === "running" ? readRun(booth.db, "before_last") : lastAttempt;
  const facts = { key, lastSuccess, lost, lastAttempt, lastEnded, target, late };
  const message = troubleOf(booth, config, facts);
  return {
    ...config,
    ...facts,
    ok: message === null,
    message,
    running,
    next,
    copies,
  };
}

function lastRun({ db, config }: StatusBooth): BackupRun | null {
  const last = readRun(db, "last");
  // Only a run without an end is worth trying the lock for.
  return last?.outcome === "cut_off" && isBackupRunning(config.dataDir) ? readRun(db, "last", true) : last;
}

function isLate(booth: StatusBooth, { schedule }: BackupConfig, lastSuccess: BackupRun | null): boolean {
  const since = sinceOf(booth, lastSuccess);
  // From a time to come nothing is to be concluded: it may be years old.
  if (since > booth.clock.now() + MINUTE) return true;
  const due = nextRunAfter(schedule, siteOf(booth.db).timezone, since);
  return due !== null && due + LATE_MS <= booth.clock.now();
}

/** Since when one may wait for the next good backup. */
function sinceOf(booth: StatusBooth, lastSuccess: BackupRun | null): number {
  return lastSuccess ? Date.parse(lastSuccess.startedAt) : beginningOf(booth);
}

type Facts = Pick<BackupStatus, "key" | "lastSuccess" | "lost" | "lastEnded" | "target" | "late">;

/** What somebody has to look after first, in a sentence; null when all is well. */
function troubleOf(
  booth: StatusBooth,
  { targetDir }: BackupConfig,
  { key, lastSuccess, lost, lastEnded, target, late }: Facts,
): string | null {
  if (key === "none") return NO_KEY;
  if (lastEnded?.outcome === "failed") return `the last backup failed: ${lastEnded.message}`;
  if (lastEnded?.outcome === "cut_off") return "the last backup was cut off";
  if (!target.ok) return target.message;
  if (lost === "missing") return `the newest backup is not in ${targetDir} any more`;
  if (lost === "damaged") return `the newest backup in ${targetDir} is damaged`;
  if (!late) return null;
  if (!lastSuccess) return "no backup was made yet";
  const hours = Math.floor((booth.clock.now() - Date.parse(lastSuccess.startedAt)) / HOUR);
  return hours < 0
    ? `the last good backup is of a time to come, ${lastSuccess.startedAt}`
    : `the last good backup is ${hours} hours old`;
}

/** When the next run is due, which may be in the past: what was missed is caught up. */
export function dueAt(booth: StatusBooth): number | null {
  const now = booth.clock.now();
  const last = readRun(booth.db, "last");
  const since = last ? Date.parse(last.startedAt) : beginningOf(booth);
  // The clock was set back since: nothing is to be concluded from that time.
  if (since > now + MINUTE) return now;
  const due = nextRunAfter(readBackupConfig(booth).schedule, siteOf(booth.db).timezone, since);
  const retry = last && last.outcome !== "done" ? since + RETRY_MS : Number.POSITIVE_INFINITY;
  return due === null ? null : Math.min(due, retry);
}

function beginningOf({ db }: StatusBooth): number {
  const first = sql<{ at: string }>(db, "SELECT at FROM events WHERE seq = 1").get();
  return first ? Date.parse(first.at) : 0;
}
