import { spawn } from "node:child_process";
import { targetOf } from "../../daemon/services/backup/config.ts";
import { type LookAtTarget, openTargetLook, silentTarget } from "../../daemon/services/backup/status.ts";

const ANSWER_MS = 3000;

/**
 * Looks into the target directory for a command, which must end: a share that hangs would hold its process for as long
 * as it hangs, so that another goes first, which can be given up.
 */
export function openCarefulLook(reader: Parameters<typeof openTargetLook>[0]): LookAtTarget {
  const look = openTargetLook(reader);
  return async (folder = targetOf(reader).folder) => ((await hangs(folder)) ? silentTarget(folder) : look(folder));
}

function hangs(folder: string): Promise<boolean> {
  const child = spawn("stat", ["--file-system", folder], { stdio: "ignore" });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      child.unref();
      resolve(true);
    }, ANSWER_MS);
    const answered = () => {
      clearTimeout(timer);
      resolve(false);
    };
    child.once("exit", answered);
    child.once("error", answered);
  });
}
