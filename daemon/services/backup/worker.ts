import { type Hold, holdFile } from "../../../common/node/exclusive-file.ts";
import { BackupFailure } from "./failure.ts";
import { makeBackup } from "./make.ts";
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
  let told = 0;
  const made = await makeBackup(task.order, (done, total) => {
    if (done - told < TELL_EVERY_BYTES && done < total) return;
    told = done;
    process.send?.({ kind: "progress", done, total } satisfies Answer);
  });
  return { kind: "made", made };
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
