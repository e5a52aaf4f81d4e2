import type { BackupVerdict } from "../../../common/api/backups.ts";
import { refuse } from "../../../common/errors.ts";
import type { Actor } from "../../context.ts";
import { siteOf } from "../sites.ts";
import { targetOf } from "./config.ts";
import { keyKindOf } from "./encryption.ts";
import { BackupFailure, DAMAGE, targetFailure } from "./failure.ts";
import type { OnProgress } from "./make.ts";
import type { ProvedCopyFile } from "./prove.ts";
import { markDamaged, rememberCopy } from "./records.ts";
import { type BackupBooth, type BackupKeys, NO_KEY } from "./run.ts";
import { listCopies } from "./target.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** A copy that is being proved, and what comes of it; that it is not good is no rejection. */
export interface BegunVerification {
  ended: Promise<BackupVerdict>;
  /** Ends it; it then rejects, and nothing is noted. */
  stop(): void;
}

/**
 * Begins to prove one of the copies in a process of its own, and notes what comes of it. Refuses with `not_found`, with
 * `setup_incomplete` where the booth cannot read what it writes, and with `run_busy` while a backup is made or proved.
 */
export async function beginVerification(
  booth: BackupBooth,
  keys: BackupKeys,
  actor: Actor,
  name: string,
  onProgress: OnProgress,
): Promise<BegunVerification> {
  const { backupKey } = keys;
  if (backupKey === null) refuse("setup_incomplete", NO_KEY);
  if (keyKindOf(backupKey) !== "identity")
    refuse("setup_incomplete", "BACKUP_KEY is a recipient, with which no backup can be read");
  const { folder } = targetOf(booth);
  const copies = await listCopies(folder, siteOf(booth.db).id).catch((error) => refuseTarget(error, folder));
  if (!copies.some((copy) => copy.name === name)) refuse("not_found", `there is no backup ${name}`);
  const workshop = await openWorkshop(booth.config.dataDir);
  const ended = prove(booth, { ...keys, backupKey }, workshop, { folder, name }, onProgress)
    .then((proved) => noteGood(booth, actor, name, proved))
    .catch((error) => noteBad(booth, actor, name, error))
    .finally(workshop.close);
  return { ended, stop: workshop.close };
}

function refuseTarget(error: unknown, folder: string): never {
  const failure = targetFailure(error, folder);
  if (failure instanceof BackupFailure) refuse("not_found", failure.message);
  throw failure;
}

function prove(
  booth: BackupBooth,
  { backupKey, eventSigningKey }: BackupKeys & { backupKey: string },
  workshop: Workshop,
  copy: { folder: string; name: string },
  onProgress: OnProgress,
): Promise<ProvedCopyFile> {
  booth.log.info({ name: copy.name }, "a backup is being proved");
  return workshop.prove({ ...copy, backupKey, signingSeed: eventSigningKey.toString("base64url") }, onProgress);
}

async function noteGood(
  booth: BackupBooth,
  actor: Actor,
  name: string,
  proved: ProvedCopyFile,
): Promise<BackupVerdict> {
  await booth.ledger.commit(actor, ({ db, at }) =>
    rememberCopy(db, { ...proved, name, proof: "verified", proved_at: at }),
  );
  return { name, ok: true, code: null, message: null };
}

async function noteBad(booth: BackupBooth, actor: Actor, name: string, error: unknown): Promise<BackupVerdict> {
  if (!(error instanceof BackupFailure)) throw error;
  const { fault, message } = error;
  booth.log.error({ name, code: fault }, "a backup did not prove itself");
  if (DAMAGE.has(fault)) await booth.ledger.commit(actor, ({ db, at }) => markDamaged(db, name, at));
  return { name, ok: false, code: fault, message };
}
