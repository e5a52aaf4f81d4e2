import { statSync } from "node:fs";
import { dirname } from "node:path";
import { shellWord } from "../cli/text.ts";
import { ask } from "./ask.ts";
import type { Remedy } from "./remedy.ts";

/** Where disks are mounted by custom (FHS 3.0), as the directory one is mounted on. */
const MOUNTS = /^\/(?:mnt\/[^/]+|media\/[^/]+|run\/media\/[^/]+\/[^/]+)/;

/** Where the service may write (ReadWritePaths= of its unit). */
const OPEN = /^\/(mnt|media|srv)\//;
const OWNER_HINT = "chown parking-booth: DIR lets the booth write there; a disk that became read-only may be failing.";
const SERVICE_HINT =
  "The service writes below /mnt, /media and /srv only: name another place in ReadWritePaths= (systemctl edit parking-booth parking-booth-backup).";

const ANOTHER = { fix: "boothctl backup config --target-dir DIR", hint: "DIR is a directory on another disk." };

/** What to do about a target directory that cannot be used; `code` is the fault's. */
export async function remedyOfTarget(code: string | null, targetDir: string): Promise<Remedy> {
  if (code === "target_missing") return remedyOfMissing(targetDir);
  if (code === "target_full")
    return { fix: `du -xhd1 ${shellWord(targetDir)}`, hint: "Make room there, or keep fewer backups." };
  if (code === "target_readonly")
    return {
      fix: `findmnt --target ${shellWord(targetDir)}`,
      hint: OPEN.test(targetDir) ? OWNER_HINT : SERVICE_HINT,
    };
  return ANOTHER;
}

/** The mount is asked of the host's own table, for a backup may lie deep below it. */
async function remedyOfMissing(targetDir: string): Promise<Remedy> {
  const said = await ask("findmnt", ["--fstab", "--noheadings", "--raw", "--output", "TARGET"]);
  const known = (said ?? "").split("\n").filter((each) => each.length > 1 && `${targetDir}/`.startsWith(`${each}/`));
  const listed = known.sort((one, other) => other.length - one.length)[0];
  const mount = listed ?? MOUNTS.exec(targetDir)?.[0];
  if (mount === undefined || isMounted(mount)) return ANOTHER;
  const device = listed === undefined ? "/dev/DISK " : "";
  return {
    fix: `mount ${device}${shellWord(mount)} && boothctl backup run`,
    hint: device === "" ? null : "lsblk lists the disks.",
  };
}

function isMounted(folder: string): boolean {
  try {
    return statSync(folder).dev !== statSync(dirname(folder)).dev;
  } catch {
    return false;
  }
}
