import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Command } from "commander";
import type { CheckpointNote } from "../../common/events.ts";
import { assetPath } from "../../common/node/assets.ts";
import type { LedgerKeys } from "../../daemon/ledger/keys.ts";
import type { Lost } from "../../daemon/services/restore/lost.ts";
import type { HeldPlace } from "../../daemon/services/restore/place.ts";
import type { OpenOrder, Staged } from "../../daemon/services/restore/staging.ts";
import { about } from "../cli/about.ts";
import { backupKeys, confirmBooth, orFailed } from "../cli/backup.ts";
import { openBackupFile } from "../cli/backup-file.ts";
import { readCheckpoint } from "../cli/checkpoint-file.ts";
import { act, type Cli } from "../cli/cli.ts";
import { loginName } from "../cli/environment.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { openStaged } from "../cli/opened-backup.ts";
import { openProgress } from "../cli/progress.ts";
import { pairs } from "../cli/text.ts";

interface Options {
  into: string;
  setAside?: boolean;
  checkpoint?: string;
  confirm?: string;
}

/** `boothctl backup restore` */
export function restoreCommand(): Command {
  const command = new Command("restore")
    .description("Puts a booth back from a backup that proved itself whole; nobody is signed in afterwards.")
    .argument("<backup>", "a file, or a name in the target directory")
    .requiredOption("--into <dir>", "the data directory: empty or not there yet, or else see --set-aside")
    .option("--set-aside", "keep what is in the directory beside it, under another name")
    .option("--checkpoint <file>", "a checkpoint of this ledger, to see whether the backup is older than it")
    .option(
      "--confirm <booth>",
      "the booth's id, where entries will be lost or another ledger is set aside, and nobody can be asked",
    )
    .action(act((cli, word: string, options: Options) => restore(cli, word, options)));
  return about(command, {
    examples: ["boothctl backup restore booth-main-20260528T020000Z.tar.age --into restored"],
    exits: [6, 7, 8, 10],
  });
}

async function restore(cli: Cli, word: string, options: Options): Promise<void> {
  const into = resolve(options.into);
  const [unchanged, hint] = [`${into} is as it was.`, `boothctl backup verify ${word}`];
  cli.whenRefused(unchanged, hint);
  const { config, backupKey, eventSigningKey } = await backupKeys(cli);
  const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
  const keys = openLedgerKeys(eventSigningKey);
  const note = options.checkpoint === undefined ? null : await ownCheckpoint(options.checkpoint, keys);
  const { path, file } = await openBackupFile(word, () => targetOf(config.dataDir));
  const order = { file, backupKey, keys, migrations: assetPath("migrations/booth") };
  const job: Job = { order, name: basename(path), note, boothId: config.boothId, confirm: options.confirm };
  try {
    await orFailed(`the backup ${job.name} cannot be restored`, unchanged, hint, async () => {
      const place = await holdInto(cli, into, options);
      cli.whenRefused(unchanged, hint);
      const done = await restoreInto(cli, place, job).finally(place.release);
      cli.print(done, () => asText(done, cli));
    });
  } finally {
    await file.close();
  }
}

async function ownCheckpoint(path: string, keys: LedgerKeys): Promise<CheckpointNote> {
  const note = await readCheckpoint(path);
  const { isCheckpointGenuine } = await import("../../daemon/ledger/checkpoint.ts");
  if (isCheckpointGenuine(note, keys.publicKeyText)) return note;
  throw usageError(`${path} was not signed by this ledger's key ${keys.keyId}.`);
}

/** Where the booth of this host writes its backups, as far as that can be read: it may be why somebody restores. */
async function targetOf(dataDir: string): Promise<{ dir: string }> {
  const path = join(dataDir, "booth.db");
  if (!existsSync(path)) return { dir: process.cwd() };
  const { openDb } = await import("../../common/node/db.ts");
  const { targetOf: configured } = await import("../../daemon/services/backup/config.ts");
  const db = openDb(path, { readonly: true });
  try {
    return { dir: configured({ db, config: { dataDir } }).folder };
  } catch {
    return { dir: join(dataDir, "backups") };
  } finally {
    db.close();
  }
}

/** What is there already must be set aside on purpose, and must not be in use; from now on nobody else begins there. */
async function holdInto(cli: Cli, into: string, { setAside }: Options): Promise<HeldPlace> {
  const { holdPlace, isMountPoint, lookAt } = await import("../../daemon/services/restore/place.ts");
  const { sweepStaging } = await import("../../daemon/services/restore/staging.ts");
  const found = await lookAt(into);
  if (found.state === "taken" && !setAside) throw notEmpty(into);
  if (found.state === "taken" && (await isMountPoint(found.into))) throw mountPoint(into);
  cli.whenRefused(cli.lines.unchanged, "systemctl stop parking-booth");
  const place = await holdPlace(found);
  try {
    if (place.state === "taken" && !setAside) throw notEmpty(into);
    await sweepStaging(place.into);
    return place;
  } catch (error) {
    await place.release();
    throw error;
  }
}

function notEmpty(into: string): CliError {
  return new CliError(7, "not_empty", `${into} is not empty.`, {
    hint: "name an empty directory, or add --set-aside to keep what is there beside it",
  });
}

function mountPoint(into: string): CliError {
  return new CliError(7, "mount_point", `${into} is where a disk is mounted, so it cannot be set aside.`, {
    hint: `add --into ${join(into, "restored")} instead, and set DATA_DIR to that directory`,
  });
}

/** What is restored, and what it is compared with. */
interface Job {
  order: Omit<OpenOrder, "onProgress">;
  name: string;
  note: CheckpointNote | null;
  boothId: string;
  confirm: string | undefined;
}

interface Restored {
  into: string;
  name: string;
  madeAt: string;
  head: number;
  setAside: string | null;
  lost: Lost | null;
  signInsEnded: number;
}

/** Records the restore in the ledger that was staged, and only then gives it its place. */
async function restoreInto(cli: Cli, place: HeldPlace, job: Job): Promise<Restored> {
  const { stageBackup } = await import("../../daemon/services/restore/staging.ts");
  const bar = openProgress(cli, "Restoring");
  const staged = await stageBackup({ ...job.order, onProgress: bar.show }, place.into).finally(bar.end);
  try {
    const lost = await confirmLost(cli, place, staged, job);
    return await finish(cli, place, staged, job.name, lost);
  } finally {
    await staged.discard();
  }
}

/** Somebody says that they mean it where something will be missing. Answers what. */
async function confirmLost(cli: Cli, { into, state }: HeldPlace, staged: Staged, job: Job): Promise<Lost | null> {
  const { lostOf, lostSince } = await import("../../daemon/services/restore/lost.ts");
  const saved = job.note && lostSince(staged.folder, job.note);
  const there = state === "taken" ? lostOf(staged.folder, into) : null;
  const both = [saved, there === "foreign" ? null : there].filter((each) => each !== null);
  const lost = both.sort((a, b) => b.toSeq - a.toSeq)[0] ?? null;
  const warnings = [
    ...(there === "foreign" ? [`What is in ${into} is another ledger than the backup's. It will be set aside.`] : []),
    ...(lost ? [lostWarning(staged, lost)] : []),
  ];
  if (warnings.length > 0) await confirmBooth(cli, job.boothId, job.confirm, warnings.join("\n"));
  return lost;
}

function lostWarning({ manifest }: Staged, { fromSeq, toSeq, at }: Lost): string {
  const end = `This backup is older than what is known: it ends at entry ${manifest.checkpoint.seq} of ${manifest.madeAt}`;
  return `${end}, and the ledger had ${toSeq} at ${at}.\nThe entries ${fromSeq} to ${toSeq} will be lost, payments among them.`;
}

async function finish(cli: Cli, place: HeldPlace, staged: Staged, name: string, lost: Lost | null): Promise<Restored> {
  const { recordRestore } = await import("../../daemon/services/restore/record.ts");
  const { cliActor } = await import("../../daemon/services/actors.ts");
  const { instant, systemClock } = await import("../../common/node/clock.ts");
  const { seq, signInsEnded } = await openStaged(cli, staged.folder, (booth) =>
    recordRestore(booth, cliActor(loginName()), staged, name, lost),
  );
  const stamp = instant(systemClock.now()).slice(0, 19).replace(/[-:]/g, "");
  const setAside = await place.take(staged.folder, `${stamp}Z`);
  return { into: place.into, name, madeAt: staged.manifest.madeAt, head: seq, setAside, lost, signInsEnded };
}

function asText({ into, name, madeAt, head, setAside, lost, signInsEnded }: Restored, { paint }: Cli): string {
  return `${paint.green("✓")} Restored into ${into}\n${pairs([
    ["from", `${name}, made ${madeAt}`],
    ["ledger", `goes on with entry ${head}`],
    ["lost", lost ? `entries ${lost.fromSeq} to ${lost.toSeq}` : "nothing that is known of"],
    ["set aside", setAside],
    ["signed in", `nobody: ${signInsEnded} sign-ins were ended`],
    ["next", "boothctl serve"],
  ])}`;
}
