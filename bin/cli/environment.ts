import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { assetPath } from "../../common/node/assets.ts";
import type { Environment } from "../../common/node/settings.ts";
import type { Cli } from "./cli.ts";
import { CliError } from "./errors.ts";
import { assertMayLookInto, isHidden, needsRights, orNeedsRights } from "./rights.ts";
import { type Side, sideOf } from "./side.ts";

export { ENVIRONMENT_FILE } from "./side.ts";

/** A flag goes before the environment, the environment before the file; `X` and `X_FILE` are one setting. */
export function mergeEnvironment(flags: Environment, environment: Environment, file: Environment): Environment {
  const base = (name: string) => name.replace(/_FILE$/, "");
  const merged: Record<string, string | undefined> = { ...file };
  for (const source of [environment, flags]) {
    const set = Object.entries(source).filter(([, value]) => value !== undefined && value !== "");
    for (const [name] of set) {
      delete merged[base(name)];
      delete merged[`${base(name)}_FILE`];
    }
    Object.assign(merged, Object.fromEntries(set));
  }
  return merged;
}

/** The settings this command runs with. A file that may not be read counts only where it is needed. */
export async function environmentOf(cli: Cli): Promise<Environment> {
  const flags = cli.dataDir === undefined ? {} : { DATA_DIR: cli.dataDir };
  return mergeEnvironment(flags, process.env, {
    ...(await environmentFile(sideOf(cli).settingsFile)),
    ...credentialsOf(process.env),
  });
}

/** The secrets that systemd hands over, as the files they are: they go before what the file names for people. */
function credentialsOf({ CREDENTIALS_DIRECTORY: folder }: Environment): Environment {
  if (!folder || !existsSync(folder)) return {};
  return Object.fromEntries(readdirSync(folder).map((name) => [`${name}_FILE`, join(folder, name)]));
}

async function environmentFile(file: string): Promise<Environment> {
  if (!existsSync(file) || isHidden(file)) return {};
  const { parseEnvironmentFile } = await import("../../common/node/settings.ts");
  return parseEnvironmentFile(readFileSync(file, "utf8"));
}

/** The data directory, for commands that need no other setting. Refuses one that this user may not look into. */
export async function dataDirOf(cli: Cli): Promise<string> {
  const { DATA_DIR } = await environmentOf(cli);
  const side = sideOf(cli);
  // Which directory it names cannot be told, and another one is not the booth's.
  if (!DATA_DIR && isHidden(side.settingsFile)) throw needsRights(side, side.settingsFile);
  return usableDataDir(side, resolve(DATA_DIR || side.dataDir));
}

/** Refuses a data directory that cannot be one, or that this user may not look into; it may be made yet. */
function usableDataDir(side: Side, dataDir: string): string {
  if (!standsAsDirectory(dataDir)) {
    throw new CliError(2, "not_a_directory", `${dataDir} cannot be the data directory: there is a file in its place.`, {
      hint: "name a directory with DATA_DIR or --data-dir",
    });
  }
  assertMayLookInto(side, dataDir);
  return dataDir;
}

function standsAsDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOTDIR";
  }
}

/** The booth's settings and secrets. A SettingsError says all that is wrong with them. */
export async function boothSettings(cli: Cli) {
  const { readBoothSettings } = await import("../../daemon/settings.ts");
  const env = await environmentOf(cli);
  return usable(cli, () => readBoothSettings(env, programFacts()));
}

/** Reads settings; those that only others may read, and a data directory that cannot be one, are refused. */
export function usable<T extends { config: { dataDir: string } }>(cli: Cli, read: () => T): T {
  try {
    const found = read();
    usableDataDir(sideOf(cli), found.config.dataDir);
    return found;
  } catch (error) {
    throw orNeedsRights(sideOf(cli), error);
  }
}

/** What this program is: a release by its tag, such as main-3f2a91c, else of package.json and the commit it was built from. */
export function readVersion(): { version: string; commit: string; release: string | null; text: string } {
  const { version, commit, release } = JSON.parse(readFileSync(assetPath("version.json"), "utf8")) as {
    version: string;
    commit: string;
    release?: string;
  };
  return { version, commit, release: release ?? null, text: release ?? `${version}+${commit}` };
}

/** What the daemon's settings are told of the program. */
export function programFacts(): { version: string; commit: string } {
  const { text, commit } = readVersion();
  return { version: text, commit };
}

/** Whether this booth is in production, which it is unless it says otherwise. */
export function isProduction({ NODE_ENV }: Environment): boolean {
  return (NODE_ENV || "production") === "production";
}

/** Who sits at the command line: the person behind sudo, where there is one. */
export function loginName(): string {
  const behindSudo = process.getuid?.() === 0 ? process.env.SUDO_USER : undefined;
  if (behindSudo) return behindSudo;
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
