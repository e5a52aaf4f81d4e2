import { Command } from "commander";
import type { BackupCopy } from "../../common/api/backups.ts";
import { about } from "../cli/about.ts";
import { backupKeys, confirmBooth, readStatus, targetError, typedOptions, withReader } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { sizeText, table } from "../cli/text.ts";

/** `boothctl backup prune` */
export function pruneCommand(): Command {
  const command = new Command("prune")
    .description("Removes the backups that nothing keeps any more; with --next it shows what the next run removes.")
    .option("--dry-run", "show what would be removed, and remove nothing")
    .option("--next", "show what the next run removes once its own backup is there, and remove nothing")
    .option("--keep-last <count>", "with --next: as if so many of the newest were kept")
    .option("--keep-daily-days <days>", "with --next: as if the newest of each day were kept for so many days")
    .option("--confirm <booth>", "the booth's id, to remove them without being asked")
    .action(act((cli, options: PruneOptions) => prune(cli, options)));
  return about(command, {
    examples: ["boothctl backup prune --dry-run", "boothctl backup prune --next --keep-last 2"],
    exits: [9, 10],
  });
}

interface PruneOptions {
  dryRun?: boolean;
  next?: boolean;
  confirm?: string;
  keepLast?: string;
  keepDailyDays?: string;
}

async function prune(cli: Cli, { dryRun, next, confirm, ...asIf }: PruneOptions): Promise<void> {
  cli.whenRefused("No backup was removed.", "boothctl backup prune --dry-run");
  if (next) return showNext(cli, asIf);
  if (Object.keys(asIf).length > 0)
    throw usageError(
      "--keep-last and --keep-daily-days go with --next: what is kept is set by boothctl backup config.",
    );
  const { copies, target } = await readStatus(cli);
  if (!target.ok) throw targetError(target.message);
  const gone = copies.filter(({ keptBecause }) => keptBecause.length === 0);
  if (dryRun) return show(cli, gone, "would be removed", "Nothing would be removed.");
  if (gone.length === 0) {
    cli.print({ items: [], next: null }, () => "");
    return cli.say("There is nothing to remove.");
  }
  await removeUnkept(cli, gone, confirm);
}

async function removeUnkept(cli: Cli, gone: readonly BackupCopy[], confirm: string | undefined): Promise<void> {
  const { config } = await backupKeys(cli);
  const warning = `${gone.length} backups will be removed for good: ${gone.map(({ name }) => name).join(", ")}.`;
  await confirmBooth(cli, config.boothId, confirm, warning);
  const removed = await withBooth(cli, async ({ booth, actor }) => {
    const { pruneBackups } = await import("../../daemon/services/backup/run.ts");
    return pruneBackups(booth, actor);
  });
  cli.print({ items: removed, next: null }, () => removed.join("\n"));
}

async function showNext(cli: Cli, asIf: Pick<PruneOptions, "keepLast" | "keepDailyDays">): Promise<void> {
  const { BackupConfigUpdate } = await import("../../common/api/backups.ts");
  const update = await checkInput(BackupConfigUpdate, typedOptions({ ...asIf }));
  const items = await withReader(cli, async (reader) => {
    const { openTargetLook } = await import("../../daemon/services/backup/status.ts");
    const { removedByNext } = await import("../../daemon/services/backup/copies.ts");
    const { configAfter } = await import("../../daemon/services/backup/config.ts");
    const { target, copies } = await openTargetLook(reader)();
    if (!target.ok) throw targetError(target.message);
    return removedByNext(reader, copies, configAfter(reader, update));
  });
  show(cli, items, "the next run removes", "The next run removes nothing.");
}

function show(cli: Cli, items: readonly BackupCopy[], heading: string, none: string): void {
  const rows = items.map(({ name, bytes, proof }) => [name, sizeText(bytes), proof]);
  cli.print({ items, next: null }, () => (rows.length === 0 ? none : table([heading, "size", "proof"], rows)));
}
