import { Command } from "commander";
import { about } from "../cli/about.ts";
import { backupKeys, confirmBooth, readStatus, typedOptions, withReader } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { sizeText, table } from "../cli/text.ts";

/** `boothctl backup prune` */
export function pruneCommand(): Command {
  const command = new Command("prune")
    .description("Removes the backups that nothing keeps any more; with --dry-run it shows what the next run removes.")
    .option("--dry-run", "remove nothing")
    .option("--keep-last <count>", "with --dry-run: as if so many of the newest were kept")
    .option("--keep-daily-days <days>", "with --dry-run: as if the newest of each day were kept for so many days")
    .option("--confirm <booth>", "the booth's id, to remove them without being asked")
    .action(act((cli, options: PruneOptions) => prune(cli, options)));
  return about(command, {
    examples: ["boothctl backup prune --dry-run", "boothctl backup prune --dry-run --keep-last 2"],
    exits: [10],
  });
}

interface PruneOptions {
  dryRun?: boolean;
  confirm?: string;
  keepLast?: string;
  keepDailyDays?: string;
}

async function prune(cli: Cli, { dryRun, confirm, ...asIf }: PruneOptions): Promise<void> {
  cli.whenRefused("No backup was removed.", "boothctl backup prune --dry-run");
  if (dryRun) return showNext(cli, asIf);
  if (Object.keys(asIf).length > 0)
    throw usageError(
      "--keep-last and --keep-daily-days go with --dry-run: what is kept is set by boothctl backup config.",
    );
  const { config } = await backupKeys(cli);
  const gone = (await readStatus(cli)).copies.filter(({ keptBecause }) => keptBecause.length === 0);
  if (gone.length === 0) {
    cli.print({ items: [], next: null }, () => "");
    return cli.say("There is nothing to remove.");
  }
  const warning = `${gone.length} backups will be removed for good: ${gone.map(({ name }) => name).join(", ")}.`;
  await confirmBooth(cli, config.boothId, confirm, warning);
  const removed = await withBooth(cli, async ({ booth, actor }) => {
    const { pruneBackups } = await import("../../daemon/services/backup/run.ts");
    return pruneBackups(booth, actor);
  });
  cli.print({ items: removed, next: null }, () => removed.join("\n"));
}

async function showNext(cli: Cli, asIf: Omit<PruneOptions, "dryRun" | "confirm">): Promise<void> {
  const { BackupConfigUpdate } = await import("../../common/api/backups.ts");
  const update = await checkInput(BackupConfigUpdate, typedOptions({ ...asIf }));
  const items = await withReader(cli, async (reader) => {
    const { openTargetLook } = await import("../../daemon/services/backup/status.ts");
    const { removedByNext } = await import("../../daemon/services/backup/copies.ts");
    const { configAfter } = await import("../../daemon/services/backup/config.ts");
    return removedByNext(reader, (await openTargetLook(reader)()).copies, configAfter(reader, update));
  });
  const rows = items.map(({ name, bytes, proof }) => [name, sizeText(bytes), proof]);
  cli.print({ items, next: null }, () =>
    rows.length === 0 ? "The next run removes nothing." : table(["the next run removes", "size", "proof"], rows),
  );
}
