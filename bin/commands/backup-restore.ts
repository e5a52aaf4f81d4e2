import { existsSync } from "node:fs";
import { chown, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { assetPath } from "../../common/node/assets.ts";
import type { Booth } from "../../daemon/context.ts";
import type { LedgerKeys } from "../../daemon/ledger/keys.ts";
import type { Known, Lost, Place, Staged } from "../../daemon/services/backup/restore.ts";
import { about } from "../cli/about.ts";
import { backupKeys, confirmBooth, orFailed } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings, loginName } from "../cli/environment.ts";
import { CliError, usageError } from "../cli/errors.ts";
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
    .argument("<file>", "the backup")
    .requiredOption("--into <dir>", "the data directory: empty or not there yet, or else see --set-aside")
    .option("--set-aside", "keep what is in the directory beside it, under another name")
    .option("--checkpoint <file>", "a checkpoint of this ledger, to see whether the backup is older than it")
    .option("--confirm <booth>", "the booth's id, where entries of the ledger will be lost and nobody can be asked")
    .action(act((cli, file: string, options: Options) => restore(cli, file, options)));
  return about(command, {
    examples: ["boothctl backup restore booth-main-20260528T020000Z.tar.age --into restored"],
    exits: [7, 8, 10],
  });
}

async function restore(cli: Cli, file: string, options: Options): Promise<void> {
  const into = resolve(options.into);
  const unchanged = `${into} is as it was.`;
  cli.whenRefused(unchanged, `boothctl backup verify ${file}`);
  const { config, backupKey, eventSigningKey } = await backupKeys(cli);
  const [{ openLedgerKeys }, service] = await Promise.all([
    import("../../daemon/ledger/keys.ts"),
    import("../../daemon/services/backup/restore.ts"),
  ]);
  const keys = openLedgerKeys(eventSigningKey);
  const [what, hint] = [`the backup ${basename(file)} cannot be restored`, `boothctl backup verify ${file}`];
  const place = await orFailed(what, unchanged, hint, () => service.lookAt(into));
  const known = await knownOf(place, options, keys);
  const hold = await holdPlace(place);
  const bar = openProgress(cli, "Restoring");
  const order = {
    file: resolve(file),
    backupKey,
    keys,
    migrations: assetPath("migrations/booth"),
    onProgress: bar.show,
  };
  try {
    await orFailed(what, unchanged, hint, async () => {
      const staged = await service.stageBackup(order, service.stagingParent(place)).finally(bar.end);
      try {
        const lost = service.findLost(staged, known);
        if (lost) await confirmBooth(cli, config.boothId, options.confirm, lostWarning(staged, lost));
        const done = await finish(cli, place, staged, file, lost);
        cli.print(done, () => asText(done, cli));
      } finally {
        await rm(staged.folder, { recursive: true, force: true });
      }
    });
  } finally {
    hold?.release();
  }
}

/** What is there already must be set aside on purpose, and must not be in use. */
async function holdPlace({ into, state }: Place): Promise<{ release(): void } | null> {
  if (state !== "taken" || !existsSync(join(into, "booth.db"))) return null;
  const { holdDataDir } = await import("../../common/node/hold-data-dir.ts");
  return holdDataDir(into, "daemon");
}

async function knownOf(place: Place, { setAside, checkpoint }: Options, keys: LedgerKeys): Promise<Known[]> {
  if (place.state === "taken" && !setAside) {
    throw new CliError(7, "not_empty", `${place.into} is not empty.`, {
      hint: "name an empty directory, or add --set-aside to keep what is there beside it",
    });
  }
  const { knownIn } = await import("../../daemon/services/backup/restore.ts");
  const known = place.state === "taken" ? knownIn(place.into) : [];
  if (checkpoint === undefined) return known;
  const { isCheckpointGenuine, parseCheckpoint } = await import("../../daemon/ledger/checkpoint.ts");
  const note = parseCheckpoint(await readFile(checkpoint, "utf8"));
  if (!isCheckpointGenuine(note, keys.publicKeyText))
    throw usageError(`${checkpoint} was not signed by this ledger's key ${keys.keyId}.`);
  return [...known, note];
}

function lostWarning({ manifest }: Staged, { fromSeq, toSeq, at }: Lost): string {
  const end = `This backup is older than what is known: it ends at entry ${manifest.checkpoint.seq} of ${manifest.madeAt}`;
  return `${end}, and the ledger had ${toSeq} at ${at}.\nThe entries ${fromSeq} to ${toSeq} will be lost, payments among them.`;
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
async function finish(cli: Cli, place: Place, staged: Staged, file: string, lost: Lost | null): Promise<Restored> {
  const { recordRestore, takePlace } = await import("../../daemon/services/backup/restore.ts");
  const { cliActor } = await import("../../daemon/services/actors.ts");
  const { instant, systemClock } = await import("../../common/node/clock.ts");
  const { seq, signInsEnded } = await openRestored(cli, staged, (booth) =>
    recordRestore(booth, cliActor(loginName()), staged, file, lost),
  );
  await giveTo(staged.folder, place);
  const stamp = instant(systemClock.now()).slice(0, 19).replace(/[-:]/g, "");
  const setAside = await takePlace(place, staged.folder, `${stamp}Z`);
  const { madeAt } = staged.manifest;
  return { into: place.into, name: basename(file), madeAt, head: seq, setAside, lost, signInsEnded };
}

/** Opens a booth that was staged, brings it up to this program's schema, and lets somebody work on it. */
export async function openRestored<T>(cli: Cli, { folder }: Staged, work: (booth: Booth) => Promise<T>): Promise<T> {
  const { config, secrets } = await boothSettings(cli);
  const { openBooth } = await import("../../daemon/open-booth.ts");
  const { openLog } = await import("../../common/node/log.ts");
  const { systemClock } = await import("../../common/node/clock.ts");
  const log = openLog({ level: cli.verbose ? "debug" : "silent", format: "text" });
  const onFatal = (error: unknown) => log.fatal({ err: error }, "it is not known what reached the disk");
  const there = { ...config, dataDir: folder };
  const booth = await openBooth({ config: there, secrets, clock: systemClock, log, migrate: true, onFatal });
  try {
    return await work(booth);
  } finally {
    booth.db.close();
  }
}

/** Root leaves the files to whom the directory belongs. */
async function giveTo(folder: string, { into, state }: Place): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(state === "missing" ? dirname(into) : into);
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid);
  await chown(folder, uid, gid);
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
