import { type Hold, holdFile } from "../../../common/node/exclusive-file.ts";
import { BackupFailure } from "./failure.ts";
import { makeBackup, type OnProgress } from "./make.ts";
import { proveCopy } from "./prove.ts";
import { removeCopies } from "./target.ts";
import { type Answer, type Kind, lockOf, type Task, type Tasks } from "./workshop.ts";

/** So often progress is told at most, in bytes. */
const TELL_EVERY_BYTES = 512 * 1024;

let hold: Hold | null = null;

/** How each task is done, one after the other, for the process that started this one; with it, this ends. */
const WORK: { [K in Kind]: (order: Tasks[K]["order"]) => Promise<Tasks[K]["answer"]> } = {
  async open({ dataDir }) {
    hold = holdFile(lockOf(dataDir));
    return { busy: hold === null };
  },
  make: (order) => makeBackup(order, openTelling()),
  prove: (order) => proveCopy(order, openTelling()),
  prune: ({ folder, siteId, names }) => removeCopies(folder, siteId, names),
};

async function work<K extends Kind>({ kind, order }: Task<K>): Promise<Answer<K>> {
  return { kind: "done", answer: await WORK[kind](order) };
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
