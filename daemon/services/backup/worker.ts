import { type Hold, holdFile } from "../../../common/node/exclusive-file.ts";
import { BackupFailure } from "./failure.ts";
import { makeBackup, type OnProgress } from "./make.ts";
import { proveCopy } from "./prove.ts";
import { removeCopies } from "./target.ts";
import { type Answer, lockOf, type Task } from "./workshop.ts";

/** So often progress is told at most, in bytes. */
const TELL_EVERY_BYTES = 512 * 1024;

let hold: Hold | null = null;

/** One task after the other, for the process that started this one; with it, this ends. */
async function work(task: Task): Promise<Answer> {
  if (task.kind === "open") {
    hold = holdFile(lockOf(task.dataDir));
    return { kind: "opened", busy: hold === null };
  }
  if (task.kind === "prune")
    return { kind: "pruned", removed: await removeCopies(task.folder, task.siteId, task.names) };
  const tell = openTelling();
  if (task.kind === "prove") return { kind: "proved", proved: await proveCopy(task.order, tell) };
  return { kind: "made", made: await makeBackup(task.order, tell) };
}

function openTelling(): OnProgress {
  let told = 0;
  return (done, total) => {
    if (done - told < TELL_EVERY_BYTES && done < total) return;
    told = done;
    process.send?.({ kind: "progress", done, total } satisfies Answer);
  };
}

function failureOf(error: unknown): Answer {
  if (error instanceof BackupFailure) return { kind: "failed", fault: error.fault, message: error.message };
  return {
    kind: "failed",
    fault: null,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

if (process.send) {
  process.on("disconnect", () => process.exit(0));
  process.on("message", async (task: Task) => {
    process.send?.(await work(task).catch(failureOf));
  });
}
