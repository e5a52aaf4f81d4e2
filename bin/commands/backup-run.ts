import { Command } from "commander";
import type { BackupCopy, BackupRun } from "../../common/api/backups.ts";
import { about } from "../cli/about.ts";
import { backupKeys, failed, readStatus } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { withBooth } from "../cli/open.ts";
import { openProgress } from "../cli/progress.ts";
import { sizeText } from "../cli/text.ts";

const STATUS = "boothctl backup status";

/** `boothctl backup run` */
export function runCommand(): Command {
  const command = new Command("run")
    .description("Makes a backup now, proves it, and removes those that nothing keeps any more.")
    .action(act((cli) => run(cli)));
  return about(command, { examples: ["boothctl backup run", "boothctl backup run --json"], exits: [8, 9, 10] });
}

async function run(cli: Cli): Promise<void> {
  cli.whenRefused("No backup was made.", STATUS);
  const keys = await backupKeys(cli);
  const bar = openProgress(cli, "Making a backup");
  const ended = await withBooth(cli, async ({ booth, actor }) => {
    const { beginBackup } = await import("../../daemon/services/backup/run.ts");
    const begun = await beginBackup(booth, keys, actor, "asked", bar.show);
    return begun.ended;
  }).finally(bar.end);
  if (ended.outcome !== "done") throw runFailed(ended);
  const copy = (await readStatus(cli)).copies.find(({ name }) => name === ended.name);
  cli.print(ended, () => `${cli.paint.green("✓")} ${ended.name}${copy ? ` · ${copyText(copy)}` : ""}`);
  if (ended.message) cli.say(ended.message);
}

function copyText({ bytes, proof, seq }: BackupCopy): string {
  const proved = proof === "verified" ? "verified" : "written, not proven: BACKUP_KEY is a recipient";
  return `${sizeText(bytes)} · up to entry ${seq} · ${proved}`;
}

function runFailed({ code, message }: BackupRun): Error {
  const unchanged = "No backup was made; the ones before are as they were.";
  return failed(code ?? "internal", `The backup failed: ${message}`, unchanged, STATUS);
}
