import { Command } from "commander";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { failed } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { LIST, NOTHING, openedText, openStaged, tryBackup } from "../cli/opened-backup.ts";
import { pairs } from "../cli/text.ts";

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
  let found = { cars: 0, users: 0 };
  const opened = await tryBackup(cli, word, "Restoring the backup", async ({ folder }) => {
    found = await openStaged(cli, folder, ({ db }) => examine(db));
  });
  const seconds = Math.round((systemClock.monotonic() - started) / 100) / 10;
  const text = () =>
    `${cli.paint.green("✓")} It can be restored.\n\n${openedText(opened)}\n${pairs([
      ["cars inside", found.cars],
      ["users", found.users],
      ["took", `${seconds} s`],
    ])}`;
  cli.print({ ...opened, ...found, seconds }, text);
}

/** Whether its sums are what its ledger comes to, and who and what is in it. */
async function examine(db: Db): Promise<{ cars: number; users: number }> {
  const { compareReadModels } = await import("../../daemon/read-models/rebuild.ts");
  const { sql } = await import("../../common/node/db.ts");
  const difference = compareReadModels(db);
  if (difference) throw failed("altered", "its sums are not what its ledger comes to", NOTHING, LIST);
  const countOf = (text: string) => sql<{ n: number }>(db, text).get()?.n ?? 0;
  return {
    cars: countOf("SELECT count(*) AS n FROM sessions WHERE state IN ('open', 'paid')"),
    users: countOf("SELECT count(*) AS n FROM users"),
  };
}
