import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Clock, systemClock } from "../../common/node/clock.ts";
import { type Db, openDb, sql } from "../../common/node/db.ts";
import { type Environment, parseEnvironmentFile } from "../../common/node/settings.ts";
import type { Config } from "../../daemon/context.ts";
import type { Secrets } from "../../daemon/settings.ts";
import type { Cli } from "../cli/cli.ts";
import { notedUrl, urlOfSettings } from "../cli/daemon-address.ts";
import { type DaemonLook, lookAtDaemon, measuresOf } from "../cli/daemon-look.ts";
import { boothSettings, environmentOf, readVersion } from "../cli/environment.ts";
import { CliError } from "../cli/errors.ts";
import { becomeOwner, databaseIn } from "../cli/open.ts";
import { parseSamples, type Samples } from "./samples.ts";
import { schemaTrouble } from "./schema.ts";
import { type SecretFile, secretFilesOf } from "./secret-files.ts";

/** What to do about a database that is lost. */
export const RESTORE = "stop the booth, then boothctl backup restore FILE --into DIR";
const KIOSK_ENVIRONMENT_FILE = "/etc/parking-booth/kiosk.env";

/** The daemon, as far as it answers, with what it measures; null where it does not tell. */
export interface DaemonFound extends DaemonLook {
  measures: string | null;
  samples: Samples | null;
}

/** Why something cannot be looked at, and what to do. */
export interface Trouble {
  message: string;
  fix: string;
}

/** A booth as the doctor finds it: each part, or why it is not there. */
export interface Patient {
  env: Environment;
  settings: { config: Config; secrets: Secrets } | null;
  /** What is wrong with the settings, each in a sentence, and what to do. */
  problems: readonly string[];
  settingsFix: string;
  secretFiles: readonly SecretFile[];
  /** The address of the cashier's page, where a screen is set up. */
  kioskUrl: string | null;
  dataDir: string;
  /** The database as it opens; null where `dbTrouble` says why not, and what to do. */
  raw: Db | null;
  dbTrouble: Trouble | null;
  /** The same, where its schema is the program's; `schemaTrouble` says what differs. */
  db: Db | null;
  schemaTrouble: string | null;
  daemon: DaemonFound | null;
  /** Where a daemon said that it listens, and nobody answers: it hangs, or it was killed. */
  silentAt: string | null;
  /** The program on disk. */
  version: string;
  clock: Clock;
  close(): void;
}

/** Looks at everything once; nothing here fails, and nothing is changed. */
export async function openPatient(cli: Cli): Promise<Patient> {
  const env = await environmentOf(cli);
  const read = await readOrExplain(cli);
  const dataDir = resolve(env.DATA_DIR || "./var/booth");
  // Files of root's are looked at before root becomes the owner of the data.
  const secretFiles = secretFilesOf(env, dataDir);
  const kioskUrl = env.KIOSK_URL ?? kioskUrlIn(KIOSK_ENVIRONMENT_FILE);
  if (existsSync(dataDir)) becomeOwner(dataDir);
  const { raw, dbTrouble } = openRaw(dataDir);
  const trouble = raw && schemaTrouble(raw);
  return {
    ...{ ...read, env, secretFiles, kioskUrl, dataDir, raw, dbTrouble },
    db: trouble === null ? raw : null,
    schemaTrouble: trouble,
    ...(await findDaemon(dataDir, env)),
    version: readVersion().text,
    clock: systemClock,
    close: () => raw?.close(),
  };
}

async function readOrExplain(cli: Cli): Promise<Pick<Patient, "settings" | "problems" | "settingsFix">> {
  try {
    return { settings: await boothSettings(cli), problems: [], settingsFix: "" };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const several = "problems" in error && Array.isArray(error.problems) ? (error.problems as string[]) : null;
    const hint = error instanceof CliError ? error.more.hint : undefined;
    return { settings: null, problems: several ?? [error.message], settingsFix: hint ?? "boothctl help environment" };
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
  try {
    const raw = openDb(databaseIn(dataDir), { readonly: true });
    sql(raw, "SELECT count(*) FROM sqlite_master").get();
    return { raw, dbTrouble: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const fix = (error instanceof CliError ? error.more.hint : undefined) ?? RESTORE;
    const message = error instanceof CliError ? error.message.replace(/\.$/, "") : `cannot be read: ${error.message}`;
    return { raw: null, dbTrouble: { message, fix } };
  }
}

async function findDaemon(dataDir: string, env: Environment): Promise<Pick<Patient, "daemon" | "silentAt">> {
  const noted = await notedUrl(dataDir);
  const look = await lookAtDaemon(noted ?? urlOfSettings(env));
  if (!look) return { daemon: null, silentAt: noted };
  const measures = await measuresOf(look);
  return { daemon: { ...look, measures, samples: measures === null ? null : parseSamples(measures) }, silentAt: null };
}
