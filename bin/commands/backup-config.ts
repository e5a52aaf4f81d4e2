import { Command } from "commander";
import type { BackupConfig, BackupConfigUpdate, BackupCopy } from "../../common/api/backups.ts";
import { about } from "../cli/about.ts";
import { confirmBooth, keepsText, readStatus, withReader } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";

const SHOWN = 3;

type Options = Partial<Record<keyof BackupConfig, string>> & { confirm?: string };

/** `boothctl backup config` */
export function configCommand(): Command {
  const command = new Command("config")
    .description("Shows how backups are kept, or changes what is named; the word default resets a setting.")
    .option("--keep-last <count>", "keep so many of the newest")
    .option("--keep-daily-days <days>", "and the newest of each day for so many days")
    .option("--target-dir <dir>", "where they are written: an absolute path, best on another disk")
    .option("--schedule <cron>", 'when one is made, on the site\'s clock, such as "0 3 * * *"')
    .option("--confirm <booth>", "the booth's id, where backups will be removed and nobody can be asked")
    .action(act((cli, options: Options) => configure(cli, options)));
  return about(command, {
    examples: [
      "boothctl backup config",
      "boothctl backup config --keep-last 5",
      'boothctl backup config --schedule "30 2 * * *" --keep-daily-days default',
    ],
    exits: [7],
  });
}

async function configure(cli: Cli, { confirm, ...named }: Options): Promise<void> {
  cli.whenRefused("The configuration was not changed.", "boothctl backup config --help");
  if (Object.keys(named).length === 0) return show(cli);
  const { BackupConfigUpdate: Schema } = await import("../../common/api/backups.ts");
  const typed = Object.entries(named).map(([name, text]) => [name, typedAs(name, text)]);
  const update = await checkInput(Schema, Object.fromEntries(typed));
  const { config } = await boothSettings(cli);
  await confirmRemoval(cli, update, config.boothId, confirm);
  await withBooth(cli, async ({ booth, actor }) => {
    const { readBackupConfig, updateBackupConfig } = await import("../../daemon/services/backup/config.ts");
    const before = readBackupConfig(booth);
    const after = await updateBackupConfig(booth, actor, update);
    cli.print(after, () => asText(after));
    cli.say(JSON.stringify(before) === JSON.stringify(after) ? "It is so already." : "The configuration was changed.");
  });
}

function typedAs(name: string, text: string): unknown {
  if (text === "default") return null;
  return name.startsWith("keep") && /^-?\d+$/.test(text) ? Number(text) : text;
}

async function show(cli: Cli): Promise<void> {
  const { keepLast, keepDailyDays, targetDir, schedule } = await readStatus(cli);
  const config = { keepLast, keepDailyDays, targetDir, schedule };
  cli.print(config, () => asText(config));
}

function asText(config: BackupConfig): string {
  return pairs([
    ["keep last", config.keepLast],
    ["keep daily", `${config.keepDailyDays} days`],
    ["target", config.targetDir],
    ["schedule", config.schedule],
  ]);
}

/** Before less is kept than now, somebody says that they mean it. */
async function confirmRemoval(
  cli: Cli,
  update: BackupConfigUpdate,
  boothId: string,
  confirm: string | undefined,
): Promise<void> {
  const { after, gone } = await withReader(cli, async (reader) => {
    const { openTargetLook } = await import("../../daemon/services/backup/status.ts");
    const { removedByNext } = await import("../../daemon/services/backup/copies.ts");
    const { configAfter, readBackupConfig } = await import("../../daemon/services/backup/config.ts");
    const next = configAfter(reader, update);
    const { copies } = await openTargetLook(reader)(next.targetDir);
    const already = removedByNext(reader, copies, readBackupConfig(reader)).map(({ name }) => name);
    const removed = removedByNext(reader, copies, next).filter(({ name }) => !already.includes(name));
    return { after: next, gone: removed };
  });
  if (gone.length > 0) await confirmBooth(cli, boothId, confirm, warningOf(after, gone));
}

function warningOf(after: BackupConfig, gone: readonly BackupCopy[]): string {
  const times = gone.slice(0, SHOWN).map(({ at }) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`);
  const more = gone.length > SHOWN ? ", …" : "";
  const how = gone.length === 1 ? "1 more backup" : `${gone.length} more backups`;
  return `${keepsText(after)}\nThe next run removes ${how}: ${times.join(", ")}${more}.`;
}
