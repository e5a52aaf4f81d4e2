import { Command } from "commander";
import type { BackupConfig, BackupConfigUpdate } from "../../common/api/backups.ts";
import { about } from "../cli/about.ts";
import { confirmBooth, keepsText, readStatus, typedOptions, withReader } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { sentence } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";

/** So many of the newest that go are named. */
const SHOWN = 2;

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
  const update = await checkInput(Schema, typedOptions(named));
  const { config } = await boothSettings(cli);
  await confirmRemoval(cli, update, config.boothId, confirm);
  await withBooth(cli, async ({ booth, actor }) => {
    const { readBackupConfig, updateBackupConfig } = await import("../../daemon/services/backup/config.ts");
    const before = readBackupConfig(booth);
    const after = await updateBackupConfig(booth, actor, update);
    cli.print(after, () => asText(after));
    cli.say(JSON.stringify(before) === JSON.stringify(after) ? "It is so already." : "The configuration was changed.");
    const { openCarefulLook } = await import("../cli/target-look.ts");
    const { target } = await openCarefulLook(booth)();
    if (!target.ok) cli.say(`${sentence(`No backup can be made there yet: ${target.message}`)} Try: boothctl doctor`);
  });
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

/** Before less is kept than now, it is shown what goes, and somebody says that they mean it. */
async function confirmRemoval(
  cli: Cli,
  update: BackupConfigUpdate,
  boothId: string,
  confirm: string | undefined,
): Promise<void> {
  const warning = await withReader(cli, async (reader) => {
    const { openCarefulLook } = await import("../cli/target-look.ts");
    const { removedByNext } = await import("../../daemon/services/backup/copies.ts");
    const { configAfter, readBackupConfig } = await import("../../daemon/services/backup/config.ts");
    const { siteOf } = await import("../../daemon/services/sites.ts");
    const { wallTime } = await import("../../daemon/services/site-days.ts");
    const next = configAfter(reader, update);
    const { copies } = await openCarefulLook(reader)(next.targetDir);
    const anyway = removedByNext(reader, copies, readBackupConfig(reader)).map(({ name }) => name);
    const gone = removedByNext(reader, copies, next);
    if (gone.every(({ name }) => anyway.includes(name))) return null;
    const { timezone } = siteOf(reader.db);
    const times = gone
      .slice(0, SHOWN)
      .map(({ at }) => wallTime(timezone, Date.parse(at)).slice(5, 16).replace("T", " "));
    return warningOf(next, update, times, gone.length);
  });
  if (warning !== null) await confirmBooth(cli, boothId, confirm, warning);
}

/** Before it is stored, the list has to be asked for with the same words. */
function warningOf(after: BackupConfig, update: BackupConfigUpdate, times: readonly string[], count: number): string {
  const shown = `${times.join(", ")}${count > times.length ? ", …" : ""}`;
  const how = count === 1 ? "1 backup" : `${count} backups`;
  const words = [
    ...(update.keepLast === undefined ? [] : [` --keep-last ${after.keepLast}`]),
    ...(update.keepDailyDays === undefined ? [] : [` --keep-daily-days ${after.keepDailyDays}`]),
  ];
  const list = `boothctl backup prune --next${words.join("")}`;
  return `${keepsText(after)}\nOn the next run ${how} will be deleted: ${shown} (list: ${list})`;
}
