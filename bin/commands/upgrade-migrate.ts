import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { becomeOwner } from "../cli/open.ts";

/** `boothctl upgrade migrate`: the part of an upgrade that the new release does by its own program; not for people. */
export function migrateCommand(): Command {
  const command = new Command("migrate")
    .description("Brings a booth that is stopped to this release's schema; upgrade apply calls it.")
    .action(act((cli) => migrate(cli)));
  return about(command, { examples: [], exits: [10] });
}

async function migrate(cli: Cli): Promise<void> {
  const { config, secrets } = await boothSettings(cli);
  const { existsSync } = await import("node:fs");
  if (!existsSync(config.dataDir)) return;
  becomeOwner(config.dataDir);
  const { holdDataDir } = await import("../../common/node/hold-data-dir.ts");
  const { openBooth } = await import("../../daemon/open-booth.ts");
  const { openLog } = await import("../../common/node/log.ts");
  const { systemClock } = await import("../../common/node/clock.ts");
  const hold = holdDataDir(config.dataDir, "daemon");
  try {
    const booth = await openBooth({
      config,
      secrets,
      clock: systemClock,
      log: openLog({ level: "silent", format: "text" }),
      migrate: true,
      // A line each, so that whoever called can show how far it is.
      onMigrated: (name, left) => process.stdout.write(`${JSON.stringify({ name, left })}\n`),
      onFatal: (error) => {
        throw error;
      },
    });
    booth.db.close();
  } finally {
    hold.release();
  }
}
