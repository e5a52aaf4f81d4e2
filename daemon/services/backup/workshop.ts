import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { refuse } from "../../../common/errors.ts";
import { assetPath } from "../../../common/node/assets.ts";
import { holdFile } from "../../../common/node/exclusive-file.ts";
import { BackupFailure, type BackupFault } from "./failure.ts";
import type { MadeBackup, MakeOrder, OnProgress } from "./make.ts";
import type { ProvedCopyFile, ProveOrder } from "./prove.ts";

/** What the process that makes backups can be asked, one at a time, and what it answers. */
export interface Tasks {
  open: { order: { dataDir: string }; answer: { busy: boolean } };
  make: { order: MakeOrder; answer: MadeBackup };
  prove: { order: ProveOrder; answer: ProvedCopyFile };
  prune: { order: { folder: string; siteId: string; names: string[] }; answer: string[] };
}
export type Kind = keyof Tasks;
export interface Task<K extends Kind = Kind> {
  kind: K;
  order: Tasks[K]["order"];
}
export type Answer<K extends Kind = Kind> =
  | { kind: "progress"; done: number; total: number }
  | { kind: "done"; answer: Tasks[K]["answer"] }
  | { kind: "failed"; fault: BackupFault | null; message: string };

/** A process of its own, at a low priority, that makes backups: no lane and no payment waits for it. */
export interface Workshop {
  make(order: MakeOrder, onProgress: OnProgress): Promise<MadeBackup>;
  prove(order: ProveOrder, onProgress: OnProgress): Promise<ProvedCopyFile>;
  prune(folder: string, siteId: string, names: string[]): Promise<string[]>;
  /** Ends the process, whatever it is at. */
  close(): void;
}

/** A target that takes nothing for so long is taken for dead; a slow one tells of progress. */
const STALLED_MS = 5 * 60_000;

/** The file by which one run at a time is held, across processes. */
export function lockOf(dataDir: string): string {
  return join(dataDir, "backup.lock");
}

/** Whether a backup of this data directory is being made now, by any process. */
export function isBackupRunning(dataDir: string): boolean {
  const hold = holdFile(lockOf(dataDir));
  hold?.release();
  return hold === null;
}

/** Starts the process and takes the lock. Refuses with `run_busy` while another run goes on. */
export async function openWorkshop(dataDir: string): Promise<Workshop> {
  const child = fork(assetPath("backup-worker.js"), {
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  lowerPriority(child);
  const close = () => void child.kill("SIGKILL");
  try {
    const { busy } = await ask(child, { kind: "open", order: { dataDir } });
    if (busy) refuse("run_busy", "a backup is being made already");
  } catch (error) {
    close();
    throw error;
  }
  return {
    make: (order, onProgress) => ask(child, { kind: "make", order }, onProgress),
    prove: (order, onProgress) => ask(child, { kind: "prove", order }, onProgress),
    prune: (folder, siteId, names) => ask(child, { kind: "prune", order: { folder, siteId, names } }),
    close,
  };
}

/** Before it starts threads, which take after it. Not the lowest there is: on a busy machine it would never end. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not allow it, it runs like anything else.
  }
}

function ask<K extends Kind>(
  child: ChildProcess,
  task: Task<K>,
  onProgress: OnProgress = () => {},
): Promise<Tasks[K]["answer"]> {
  return new Promise((resolve, reject) => {
    let silence: NodeJS.Timeout;
    const end = (settle: () => void) => {
      clearTimeout(silence);
      child.off("message", receive);
      child.off("exit", exit);
      child.off("error", fail);
      settle();
    };
    const fail = (error: Error) => end(() => reject(error));
    const exit = (code: number | null, signal: string | null) => fail(endedEarly(signal ?? `exit code ${code}`));
    const stall = () => {
      child.kill("SIGKILL");
      fail(new BackupFailure("target_stalled", "the target took nothing for five minutes"));
    };
    const receive = (answer: Answer<K>) => {
      clearTimeout(silence);
      silence = setTimeout(stall, STALLED_MS);
      if (answer.kind === "progress") onProgress(answer.done, answer.total);
      else if (answer.kind === "failed") fail(errorOf(answer));
      else end(() => resolve(answer.answer));
    };
    silence = setTimeout(stall, STALLED_MS);
    child.on("message", receive);
    child.on("exit", exit);
    child.on("error", fail);
    child.send(task);
  });
}

/** The booth closed, the system ran out of memory, or somebody ended it. */
function endedEarly(how: string): BackupFailure {
  return new BackupFailure("ended_early", `the process that makes backups was ended before it was done (${how})`);
}

function errorOf({ fault, message }: Extract<Answer, { kind: "failed" }>): Error {
  return fault === null ? new Error(message) : new BackupFailure(fault, message);
}
