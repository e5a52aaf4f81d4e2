import { resolve } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { type AskRelease, openAsking } from "../installation/ask-release.ts";
import { type Journal, readJournal } from "../installation/history.ts";
import { currentTag, folderOf, type Layout, layoutOf } from "../installation/layout.ts";
import { ownFolder, type ReleaseFacts, releaseIn } from "../installation/release.ts";
import type { Cli } from "./cli.ts";
import { dataDirOf, readVersion } from "./environment.ts";
import { CliError } from "./errors.ts";

/** Where the installation is and how its service is controlled. */
export interface InstallationOptions {
  root: string;
  systemctl: string;
  healthyWithin: string;
}

/** Adds what every verb of `upgrade` takes. */
export function withInstallation(command: Command): Command {
  return command
    .option("--root <dir>", "where the installation's root is", "/")
    .addOption(new Option("--systemctl <program>", "what stops and starts the service").default("systemctl").hideHelp())
    .addOption(new Option("--healthy-within <seconds>").default("30").hideHelp());
}

/** The installation as an upgrade finds it. */
export interface Installation {
  layout: Layout;
  /** The tag of the release that runs, or what this program is where nothing is installed. */
  tag: string;
  /** The change of release that was cut off; the one before it stands for the one that runs then. */
  open: Journal | null;
  isInstalled: boolean;
  running: string;
  facts: Pick<ReleaseFacts, "tag" | "migrations" | "bytes">;
  dataDir: string;
  ask: AskRelease;
}

/** Looks at the installation below a root. Where there is none, this program stands for the one that runs. */
export async function openInstallation(cli: Cli, { root }: InstallationOptions): Promise<Installation> {
  const layout = layoutOf(resolve(root));
  const open = readJournal(layout);
  const installed = open?.from ?? currentTag(layout);
  const running = installed === null ? ownFolder() : folderOf(layout, installed);
  const tag = installed ?? readVersion().text;
  const dataDir = await dataDirOf(cli);
  const facts = releaseIn(running) ?? { tag, migrations: await ownMigrations(), bytes: 0 };
  return { layout, tag, open, isInstalled: installed !== null, running, facts, dataDir, ask: openAsking(dataDir) };
}

async function ownMigrations(): Promise<ReleaseFacts["migrations"]> {
  const { knownMigrations } = await import("../../common/node/migrate.ts");
  const { assetPath } = await import("../../common/node/assets.ts");
  return knownMigrations(assetPath("migrations/booth")).map((name) => ({ name, olderFrom: null }));
}

/** Refuses where nothing is installed, or the caller may not change what is. */
export function assertChangeable(cli: Cli, { layout, isInstalled }: Installation): void {
  if (!isInstalled) {
    throw new CliError(6, "not_installed", `There is no installation in ${layout.root}.`, {
      hint: "boothctl install --role booth --dry-run",
    });
  }
  if (layout.isThisMachine && process.getuid?.() !== 0)
    throw new CliError(5, "forbidden", "Only root can change which release runs.", { hint: `sudo ${cli.commandLine}` });
}

/** Runs work that no installation and no other upgrade may run beside. Refuses with `run_busy`. */
export async function alone<T>({ layout }: Pick<Installation, "layout">, work: () => Promise<T>): Promise<T> {
  const { holdFile } = await import("../../common/node/exclusive-file.ts");
  const hold = holdFile(layout.lock);
  if (!hold) {
    const message = "Another upgrade or installation is under way.";
    throw new CliError(10, "run_busy", message, { hint: "boothctl upgrade history" });
  }
  try {
    return await work();
  } finally {
    hold.release();
  }
}
