import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { environmentOf } from "../cli/environment.ts";
import { CliError, sentence } from "../cli/errors.ts";
import {
  alone,
  assertChangeable,
  type Installation,
  type InstallationOptions,
  openInstallation,
  withInstallation,
} from "../cli/installation.ts";
import { confirmName } from "../cli/prompt.ts";
import { unbroken } from "../cli/unbroken.ts";
import { explainFailure, openChange, openSteps } from "../cli/upgrade.ts";
import type { Move } from "../installation/history.ts";

const STEPS = ["Preflight", "Backup", "Health", "Smoke"] as const;

interface Options extends InstallationOptions {
  confirm?: string;
  dryRun?: boolean;
}

/** `boothctl upgrade rollback` */
export function rollbackCommand(): Command {
  const command = withInstallation(
    new Command("rollback")
      .description("Lets the release before the last upgrade run again, on the data as they are now: nothing is lost.")
      .option("--confirm <booth>", "the booth's id, to go back without being asked")
      .option("--dry-run", "say what it would go back to, and do not"),
  ).action(act((cli, options: Options) => rollback(cli, options)));
  return about(command, { examples: ["boothctl upgrade rollback --dry-run"], exits: [5, 6, 7, 8, 10, 11, 130] });
}

async function rollback(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("The release that runs was left running.", "boothctl upgrade history");
  process.umask(0o022);
  const found = await openInstallation(cli, options);
  const { wayBack } = await import("../installation/history.ts");
  const way = wayBack(found.layout);
  if (options.dryRun) {
    const text = way === null ? "There is no upgrade to undo." : `${way.from} → ${way.to}`;
    return cli.print({ from: way?.from ?? found.tag, to: way?.to ?? null, changed: false }, () => text);
  }
  assertChangeable(cli, found);
  if (way === null) throw new CliError(6, "not_found", "There is no upgrade to undo.");
  const { from, to } = way;
  if (from === to) return cli.print({ from, to, changed: false }, () => `${to} runs already.`);
  const { BOOTH_ID = "booth-1" } = await environmentOf(cli);
  const warning = `${from} stops, and ${to} runs again (payments pause ~20 s).`;
  await confirmName(cli, BOOTH_ID, options.confirm, warning);
  await alone(found, () => unbroken(cli, (asked) => goBackTo(cli, found, way, options, asked)));
}

async function goBackTo(cli: Cli, found: Installation, way: Move, options: Options, asked: AbortSignal): Promise<void> {
  const { from, to } = way;
  const steps = openSteps(cli, STEPS);
  await assertFits(found, to);
  steps.tell("Preflight", `${to} works with the database as it is`);
  const change = await openChange(cli, found, options, steps.tell, asked);
  const { changeRelease, makeBackup, NotChanged } = await import("../installation/upgrade.ts");
  try {
    // The way back must be open also where no backup can be made.
    const backup = await makeBackup(change).catch((error: unknown) => {
      if (!(error instanceof NotChanged)) throw error;
      steps.tell("Backup", `none: ${error.message}`);
      return null;
    });
    const done = await changeRelease(change, { kind: way.kind, from, to }, backup);
    cli.print({ ...done, changed: true }, () => `Rolled back ${from} → ${to}.`);
  } catch (error) {
    throw await explainFailure(error, from);
  }
}

/** Refuses a release that is gone, or that cannot work with the database as it is now. */
async function assertFits({ layout, ask }: Installation, target: string): Promise<void> {
  const { folderOf } = await import("../installation/layout.ts");
  const { verifyFolder } = await import("../installation/release.ts");
  const { existsSync } = await import("node:fs");
  const folder = folderOf(layout, target);
  if (!existsSync(folder))
    throw new CliError(6, "not_found", `${target} is not unpacked any more.`, {
      hint: `boothctl upgrade apply ${target}`,
    });
  await verifyFolder(folder);
  const head = await ask(folder, ["ledger", "head"]);
  if (head.code === 0) return;
  throw new CliError(7, "schema_mismatch", `The release ${target} cannot run now: ${sentence(head.message)}`, {
    hint: "boothctl backup list, for the backup that was made before the upgrade",
  });
}
