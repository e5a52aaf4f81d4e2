import type { BackupCopy, BackupStatus } from "../../../common/api/backups.ts";
import type { Db } from "../../../common/node/db.ts";
import { readDoneRun, readRun } from "./records.ts";

/** What was found in the target directory, and when, in milliseconds since 1970. */
interface Found {
  target: BackupStatus["target"];
  at: number;
}

const isGood = ({ proof }: BackupCopy) => proof === "verified" || proof === "written";

/** The newest run that was done and whose copy can still be restored, and what became of a newer one. */
export function lastGood(
  db: Db,
  { target, at }: Found,
  copies: readonly BackupCopy[],
): Pick<BackupStatus, "lastSuccess" | "lost"> {
  const newest = readRun(db, "last_done");
  // What cannot be looked at is taken to be as it was left; what was made after the look is not in it.
  if (!newest || !target.ok || Date.parse(newest.finishedAt ?? newest.startedAt) > at)
    return { lastSuccess: newest, lost: null };
  const copy = copies.find(({ name }) => name === newest.name);
  if (copy && isGood(copy)) return { lastSuccess: newest, lost: null };
  const runs = copies.filter(isGood).map(({ name }) => readDoneRun(db, name));
  return { lastSuccess: runs.find((run) => run !== null) ?? null, lost: copy ? "damaged" : "missing" };
}
