import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError } from "../cli/errors.ts";
import {
  type Installation,
  type InstallationOptions,
  openInstallation,
  withInstallation,
} from "../cli/installation.ts";
import { pairs, table } from "../cli/text.ts";
import type { Finding } from "../installation/preflight.ts";
import { applyCommand, planCommand } from "./upgrade-apply.ts";
import { migrateCommand } from "./upgrade-migrate.ts";
import { rollbackCommand } from "./upgrade-rollback.ts";

/** `boothctl upgrade …` */
export function upgradeCommand(): Command {
  const upgrade = new Command("upgrade").description(
    "Another release of the program: whether it may come, its coming, and the way back.",
  );
  for (const verb of [check(), planCommand(), applyCommand(), rollbackCommand(), history()]) upgrade.addCommand(verb);
  return upgrade.addCommand(migrateCommand(), { hidden: true });
}

function check(): Command {
  const command = withInstallation(
    new Command("check").description("Says which release runs, what could follow it, and what would stand in the way."),
  ).action(act((cli, options: InstallationOptions) => checkNow(cli, options)));
  return about(command, { examples: ["boothctl upgrade check", "boothctl upgrade check --json"], exits: [8] });
}

async function checkNow(cli: Cli, options: InstallationOptions): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl doctor");
  const found = await openInstallation(cli, options);
  const { preflight } = await import("../installation/preflight.ts");
  const { wayBack } = await import("../installation/history.ts");
  const { currentTag } = await import("../installation/layout.ts");
  const findings = await preflight(found, found.facts.bytes);
  const running = currentTag(found.layout) ?? found.tag;
  const back = wayBack(found.layout);
  const undo = back === null || back.from === back.to ? null : back.to;
  const waiting = waitingIn(found, await namesIn(found.layout.incoming));
  const state = { running, installed: found.isInstalled, undo, waiting, findings };
  cli.print(state, () =>
    pairs([
      ["running", found.isInstalled ? running : `${running} (not installed)`],
      ["undo", undo === null ? "nothing to go back to" : `boothctl upgrade rollback goes back to ${undo}`],
      ["waiting", waiting.join(", ") || `no release in ${found.layout.incoming}`],
      ...findings.map((finding) => ["", findingText(cli, finding)] as const),
    ]),
  );
  if (findings.some(({ state }) => state === "bad"))
    throw new CliError(8, "check_failed", "An upgrade would be refused now.", { hint: "boothctl doctor" });
}

const findingText = (cli: Cli, { state, text }: Finding) =>
  state === "bad" ? cli.paint.red(`✗ ${text}`) : `${state === "remark" ? "▲" : "·"} ${text}`;

/** The releases that lie ready, by tag or channel. */
function waitingIn({ tag }: Installation, names: readonly string[]): string[] {
  const tags = names.flatMap((name) => /^parking-booth-(.+)\.tar\.gz$/.exec(name)?.[1] ?? []);
  return tags.filter((each) => each !== tag).sort();
}

async function namesIn(folder: string): Promise<string[]> {
  const { existsSync, readdirSync } = await import("node:fs");
  return existsSync(folder) ? readdirSync(folder) : [];
}

const KINDS = { upgraded: "upgraded", rolled_back: "rolled back", failed: "failed" } as const;

function history(): Command {
  const command = withInstallation(
    new Command("history").description("Lists the upgrades there were, the last first, and how each ended."),
  ).action(
    act(async (cli, options: InstallationOptions) => {
      const { layout } = await openInstallation(cli, options);
      const { readHistory } = await import("../installation/history.ts");
      const { entries, unreadable } = readHistory(layout);
      const items = entries.toReversed();
      const rows = items.map((entry) => [
        entry.at,
        KINDS[entry.kind],
        entry.from,
        entry.to,
        `${entry.seconds} s`,
        entry.backup,
        entry.reason ?? entry.by,
      ]);
      cli.print({ items, next: null }, () =>
        rows.length === 0
          ? "There was no upgrade yet."
          : table(["at", "what", "from", "to", "took", "backup before", "why / by"], rows),
      );
      if (unreadable > 0)
        cli.say(`${unreadable} line${unreadable === 1 ? "" : "s"} of ${layout.history} cannot be read.`);
    }),
  );
  return about(command, { examples: ["boothctl upgrade history"] });
}
