import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Clock, systemClock } from "../../common/node/clock.ts";
import { type Environment, parseEnvironmentFile } from "../../common/node/settings.ts";
import type { Cli } from "../cli/cli.ts";
import { environmentOf, readVersion } from "../cli/environment.ts";
import { becomeOwner } from "../cli/open.ts";
import { type DaemonFound, findDaemon } from "./daemon-found.ts";
import { type DatabaseFound, findDatabase } from "./database-found.ts";
import { type SecretFile, secretFilesOf } from "./secret-files.ts";
import { findSettings, type SettingsFound } from "./settings-found.ts";

const KIOSK_ENVIRONMENT_FILE = "/etc/parking-booth/kiosk.env";

/** A booth as the doctor finds it: each part, or why it is not there. */
export interface Patient extends SettingsFound, DatabaseFound, DaemonFound {
  env: Environment;
  secretFiles: readonly SecretFile[];
  /** The address of the cashier's page, where a screen is set up. */
  kioskUrl: string | null;
  dataDir: string;
  /** The program on disk. */
  version: string;
  clock: Clock;
  close(): void;
}

/** Looks at everything once; nothing here fails, and nothing is changed. */
export async function openPatient(cli: Cli): Promise<Patient> {
  const env = await environmentOf(cli);
  const settings = await findSettings(cli, env);
  const dataDir = resolve(env.DATA_DIR || "./var/booth");
  // Files of root's are looked at before root becomes the owner of the data.
  const secretFiles = secretFilesOf(env, dataDir);
  const kioskUrl = env.KIOSK_URL ?? kioskUrlIn(KIOSK_ENVIRONMENT_FILE);
  if (existsSync(dataDir)) becomeOwner(dataDir);
  const database = findDatabase(dataDir);
  const daemon = await findDaemon(dataDir, env);
  const version = readVersion().text;
  return {
    ...{ ...settings, ...database, ...daemon, env, secretFiles, kioskUrl, dataDir, version },
    clock: systemClock,
    close: () => database.raw?.close(),
  };
}

function kioskUrlIn(file: string): string | null {
  try {
    return parseEnvironmentFile(readFileSync(file, "utf8")).KIOSK_URL ?? null;
  } catch {
    return null;
  }
}
