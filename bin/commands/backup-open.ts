import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { Command } from "commander";
import { assetPath } from "../../common/node/assets.ts";
import type { Manifest } from "../../daemon/services/backup/manifest.ts";
import type { Staged } from "../../daemon/services/backup/restore.ts";
import { about } from "../cli/about.ts";
import { backupKeys, failed, fileNamed, megabytes, readStatus } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { becomeOwner, withBooth } from "../cli/open.ts";
import { openProgress } from "../cli/progress.ts";
import { pairs } from "../cli/text.ts";
import { openRestored } from "./backup-restore.ts";

const LIST = "boothctl backup list";

/** What was found out about a backup that is good. */
interface Opened {
  name: string;
  ok: true;
  bytes: number;
  madeAt: string;
  version: string;
  files: number;
  checkpoint: Manifest["checkpoint"];
}

/** `boothctl backup verify` */
export function verifyCommand(): Command {
  const command = new Command("verify")
    .description("Decrypts a backup to its end and proves it: its list, every file, every entry of the ledger in it.")
    .argument("<backup>", "latest, a file, or a name in the target directory")
    .action(act((cli, word: string) => verify(cli, word)));
  return about(command, { examples: ["boothctl backup verify latest"], exits: [6, 8] });
}

async function verify(cli: Cli, word: string): Promise<void> {
  const staged = await stageNamed(cli, word, "Proving the backup", async () => {});
  cli.print(staged, () => `${cli.paint.green("✓")} ${asText(staged)}`);
}

/** `boothctl backup drill` */
export function drillCommand(): Command {
  const command = new Command("drill")
    .description(
      "Restores a backup into a folder for the purpose, opens the booth in it, tells how it went, and removes it.",
    )
    .argument("[backup]", "latest, a file, or a name in the target directory", "latest")
    .action(act((cli, word: string) => drill(cli, word)));
  return about(command, { examples: ["boothctl backup drill"], exits: [6, 8] });
}

async function drill(cli: Cli, word: string): Promise<void> {
  const { systemClock } = await import("../../common/node/clock.ts");
  const started = systemClock.monotonic();
  const found = { cars: 0, users: 0 };
  const opened = await stageNamed(cli, word, "Restoring the backup", async (staged) => {
    const { compareReadModels } = await import("../../daemon/read-models/rebuild.ts");
    const { sql } = await import("../../common/node/db.ts");
    await openRestored(cli, staged, async ({ db }) => {
      const difference = compareReadModels(db);
      if (difference) throw failed("altered", "its sums are not what its ledger comes to", NOTHING, LIST);
      const countOf = (text: string) => sql<{ n: number }>(db, text).get()?.n ?? 0;
      found.cars = countOf("SELECT count(*) AS n FROM sessions WHERE state IN ('open', 'paid')");
      found.users = countOf("SELECT count(*) AS n FROM users");
    });
  });
  const seconds = Math.round((systemClock.monotonic() - started) / 100) / 10;
  const text = () =>
    `${cli.paint.green("✓")} It can be restored.\n\n${asText(opened)}\n${pairs([
      ["cars inside", found.cars],
      ["users", found.users],
      ["took", `${seconds} s`],
    ])}`;
  cli.print({ ...opened, ...found, seconds }, text);
}

const NOTHING = "Nothing was changed.";

/** Stages a backup in a folder that goes again, lets somebody work on it, and notes what was found out about the copy. */
async function stageNamed(
  cli: Cli,
  word: string,
  task: string,
  work: (staged: Staged) => Promise<void>,
): Promise<Opened> {
  cli.whenRefused(NOTHING, LIST);
  const { config, backupKey, eventSigningKey } = await backupKeys(cli);
  const isBooth = existsSync(resolve(config.dataDir, "booth.db"));
  becomeOwner(config.dataDir);
  const status = isBooth ? await readStatus(cli) : null;
  const targetDir = status?.targetDir ?? process.cwd();
  const file = await fileNamed(word, targetDir, status?.copies[0]?.name);
  const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
  const { stageBackup } = await import("../../daemon/services/backup/restore.ts");
  const { BackupFailure, DAMAGE } = await import("../../daemon/services/backup/failure.ts");
  const bar = openProgress(cli, task);
  const order = {
    file,
    backupKey,
    keys: openLedgerKeys(eventSigningKey),
    migrations: assetPath("migrations/booth"),
    onProgress: bar.show,
  };
  const isOurs = dirname(file) === targetDir && status?.copies.some(({ name }) => name === basename(file));
  try {
    const staged = await stageBackup(order, isBooth ? config.dataDir : tmpdir()).finally(bar.end);
    await work(staged).finally(() => rm(staged.folder, { recursive: true, force: true }));
    if (isOurs) await note(cli, { ...staged, name: basename(file), proof: "verified" });
    return openedOf(file, staged);
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    if (isOurs && DAMAGE.has(error.fault)) await note(cli, { name: basename(file), proof: "damaged" });
    throw failed(error.fault, `${basename(file)} is not good: ${error.message}`, NOTHING, LIST);
  }
}

type Found = { name: string } & (
  | { proof: "verified"; bytes: number; sha256: string; manifest: Manifest }
  | { proof: "damaged" }
);

async function note(cli: Cli, found: Found): Promise<void> {
  const { markDamaged, rememberCopy } = await import("../../daemon/services/backup/records.ts");
  await withBooth(cli, ({ booth, actor }) =>
    booth.ledger.commit(actor, ({ db, at }) => {
      if (found.proof === "damaged") return markDamaged(db, found.name, at);
      const { name, proof, bytes, sha256, manifest } = found;
      rememberCopy(db, { name, bytes, sha256, seq: manifest.checkpoint.seq, proof, proved_at: at });
    }),
  );
}

function openedOf(file: string, { manifest, bytes }: Staged): Opened {
  const { madeAt, version, files, checkpoint } = manifest;
  return { name: basename(file), ok: true, bytes, madeAt, version, files: files.length, checkpoint };
}

function asText({ name, bytes, madeAt, version, files, checkpoint }: Opened): string {
  return `${name}\n${pairs([
    ["made", `${madeAt} by version ${version}`],
    ["size", `${megabytes(bytes)}, ${files} files`],
    ["ledger", `entries 1…${checkpoint.seq}, head ${checkpoint.head.slice(0, 12)}`],
  ])}`;
}
