import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Clock, systemClock } from "../../common/node/clock.ts";
import { type Db, openDb, sql } from "../../common/node/db.ts";
import { type Environment, parseEnvironmentFile } from "../../common/node/settings.ts";
import type { Config } from "../../daemon/context.ts";
import type { Secrets } from "../../daemon/settings.ts";
import type { Cli } from "../cli/cli.ts";
import { daemonUrl } from "../cli/daemon-address.ts";
import { boothSettings, environmentOf, readVersion } from "../cli/environment.ts";
import { becomeOwner } from "../cli/open.ts";
import { fetchText } from "./ask.ts";
import { parseSamples, type Samples } from "./samples.ts";
import { schemaTrouble } from "./schema.ts";
import { type SecretFile, secretFilesOf } from "./secret-files.ts";

const KIOSK_ENVIRONMENT_FILE = "/etc/parking-booth/kiosk.env";

/** The daemon, as far as it answers. */
export interface DaemonFound {
  url: string;
  version: string;
  /** What it measures; null where it does not tell. */
  samples: Samples | null;
}

/** A booth as the doctor finds it: each part, or why it is not there. */
export interface Patient {
  env: Environment;
  settings: { config: Config; secrets: Secrets } | null;
  /** What is wrong with the settings, each in a sentence. */
  problems: readonly string[];
  secretFiles: readonly SecretFile[];
  /** The address of the cashier's page, where a screen is set up. */
  kioskUrl: string | null;
  dataDir: string;
  /** The database as it opens; null where `dbTrouble` says why not. */
  raw: Db | null;
  dbTrouble: string | null;
  /** The same, where its schema is the program's; `schemaTrouble` says what differs. */
  db: Db | null;
  schemaTrouble: string | null;
  daemon: DaemonFound | null;
  /** The program on disk. */
  version: string;
  clock: Clock;
  close(): void;
}

/** Looks at everything once; nothing here fails, and nothing is changed. */
export async function openPatient(cli: Cli): Promise<Patient> {
  const env = await environmentOf(cli);
  const { settings, problems } = await readOrExplain(cli);
  const dataDir = resolve(env.DATA_DIR || "./var/booth");
  // Files of root's are looked at before root becomes the owner of the data.
  const secretFiles = secretFilesOf(env, dataDir);
  const kioskUrl = env.KIOSK_URL ?? kioskUrlIn(KIOSK_ENVIRONMENT_FILE);
  if (existsSync(dataDir)) becomeOwner(dataDir);
  const { raw, dbTrouble } = openRaw(dataDir);
  const trouble = raw && schemaTrouble(raw);
  return {
    ...{ env, settings, problems, secretFiles, kioskUrl, dataDir, raw, dbTrouble },
    db: trouble === null ? raw : null,
    schemaTrouble: trouble,
    daemon: await findDaemon(cli),
    version: readVersion().text,
    clock: systemClock,
    close: () => raw?.close(),
  };
}

async function readOrExplain(cli: Cli): Promise<Pick<Patient, "settings" | "problems">> {
  try {
    return { settings: await boothSettings(cli), problems: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const several = "problems" in error && Array.isArray(error.problems) ? (error.problems as string[]) : null;
    return { settings: null, problems: several ?? [error.message] };
  }
}

function kioskUrlIn(file: string): string | null {
  try {
    return parseEnvironmentFile(readFileSync(file, "utf8")).KIOSK_URL ?? null;
  } catch {
    return null;
  }
}

function openRaw(dataDir: string): Pick<Patient, "raw" | "dbTrouble"> {
  const path = join(dataDir, "booth.db");
  if (!existsSync(path)) return { raw: null, dbTrouble: `there is no booth in ${dataDir}` };
  try {
    const raw = openDb(path, { readonly: true });
    sql(raw, "SELECT count(*) FROM sqlite_master").get();
    return { raw, dbTrouble: null };
  } catch (error) {
    return { raw: null, dbTrouble: `${path} cannot be read: ${error instanceof Error ? error.message : "unknown"}` };
  }
}

async function findDaemon(cli: Cli): Promise<DaemonFound | null> {
  try {
    const url = await daemonUrl(cli);
    const { version } = JSON.parse((await fetchText(`${url}/healthz`)) ?? "null") as { version: string };
    const metrics = await fetchText(`${url}/metrics`);
    return { url, version, samples: metrics === null ? null : parseSamples(metrics) };
  } catch {
    return null;
  }
}
