import type {
  BackupConfigPreview,
  BackupConfigUpdate,
  BackupRun,
  BackupStatus,
  BackupVerdict,
} from "../../common/api/backups.ts";
import { BoothError } from "../../common/errors.ts";
import type { Actor, Needs } from "../context.ts";
import { BOOTH_ACTOR } from "./actors.ts";
import { configAfter } from "./backup/config.ts";
import { removedByNext } from "./backup/copies.ts";
import { type BackupBooth, type BackupKeys, type BegunRun, beginBackup } from "./backup/run.ts";
import { dueAt, type LookAtTarget, openTargetLook, readBackupStatus } from "./backup/status.ts";
import { type BegunVerification, beginVerification } from "./backup/verify.ts";

/** The daemon's backups: made when due or when asked, one at a time. */
export interface Backups {
  /** Begins a run; what becomes of it is told on the live feed and by the status. Refuses with `run_busy`, `setup_incomplete`. */
  begin(actor: Actor): Promise<BackupRun>;
  /** Proves a copy and tells what came of it. Refuses with `not_found`, `setup_incomplete`, `run_busy`. */
  verify(actor: Actor, name: string): Promise<BackupVerdict>;
  /** Makes the backup that is due, if one is, also one that was missed; resolves when it ended. */
  makeDue(): Promise<void>;
  status(): Promise<BackupStatus>;
  /** What is found in the target directory now. */
  look: LookAtTarget;
  /** What a changed configuration would come to; stores nothing. */
  preview(update: BackupConfigUpdate): Promise<BackupConfigPreview>;
  /** Ends a run that goes on. */
  close(): Promise<void>;
}

/** Opens the backups of a booth. */
export function openBackups(booth: BackupBooth & Needs<"bus">, keys: BackupKeys): Backups {
  const look = openTargetLook(booth);
  let beginning: Promise<unknown> | null = null;
  let begun: BegunRun | null = null;
  let proving: BegunVerification | null = null;
  let progress: BackupStatus["running"] = null;
  let closed = false;

  const begin = (actor: Actor, cause: BackupRun["cause"]): Promise<BegunRun> => {
    const starting = start(actor, cause);
    beginning = starting.catch(() => {});
    return starting;
  };
  const start = async (actor: Actor, cause: BackupRun["cause"]): Promise<BegunRun> => {
    const started = await beginBackup(booth, keys, actor, cause, (done, total) => {
      progress = { done, total };
      booth.bus.announce("progress", { type: "progress", task: "backup", done, total });
    });
    begun = started;
    progress = { done: 0, total: 1 };
    if (closed) started.stop();
    const ended = started.ended.finally(() => {
      begun = null;
      progress = null;
    });
    // Told once more at its end; that it failed is on record, and an error of recording is in the log.
    ended.then(
      (result) => booth.bus.announce("progress", { type: "progress", task: "backup", done: 1, total: 1, result }),
      (error) => booth.log.error({ err: error }, "how a backup ended could not be recorded"),
    );
    return { ...started, ended };
  };

  return {
    async begin(actor) {
      return (await begin(actor, "asked")).run;
    },
    async verify(actor, name) {
      const started = await beginVerification(booth, keys, actor, name, (done, total) => {
        booth.bus.announce("progress", { type: "progress", task: "backup_verify", done, total });
      });
      proving = started;
      if (closed) started.stop();
      return started.ended.finally(() => {
        proving = null;
      });
    },
    async makeDue() {
      if (keys.backupKey === null || begun || closed) return;
      const due = dueAt(booth);
      if (due === null || due > booth.clock.now()) return;
      const started = await begin(BOOTH_ACTOR, "schedule").catch(ignoreBusy);
      await started?.ended;
    },
    look,
    status: () => readBackupStatus(booth, keys.backupKey, look, progress),
    async preview(update) {
      const config = configAfter(booth, update);
      const { copies } = await look(config.targetDir);
      return { ...config, wouldRemove: removedByNext(booth, copies, config) };
    },
    async close() {
      closed = true;
      await beginning;
      begun?.stop();
      proving?.stop();
      await Promise.allSettled([begun?.ended, proving?.ended]);
    },
  };
}

/** Somebody makes one from the command line: then it is made. */
function ignoreBusy(error: unknown): null {
  if (error instanceof BoothError && error.code === "run_busy") return null;
  throw error;
}
