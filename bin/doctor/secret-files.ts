import { readFileSync, statSync } from "node:fs";
import { type Environment, parseEnvironmentFile } from "../../common/node/settings.ts";
import { SECRET_NAMES } from "../../daemon/settings.ts";
import { ENVIRONMENT_FILE } from "../cli/environment.ts";

/** A file or directory that is not for everybody, and its mode; null where there is none. */
export interface SecretFile {
  path: string;
  mode: number | null;
}

/** The key files that the settings name, the settings where keys stand in them, and the data. */
export function secretFilesOf(env: Environment, dataDir: string, settingsFile = ENVIRONMENT_FILE): SecretFile[] {
  const named = SECRET_NAMES.flatMap((name) => env[`${name}_FILE`] ?? []);
  const own = holdsSecret(settingsFile) ? [settingsFile] : [];
  return [...named, ...own, dataDir].map((path) => ({ path, mode: modeOf(path) }));
}

function holdsSecret(file: string): boolean {
  try {
    const set = parseEnvironmentFile(readFileSync(file, "utf8"));
    return SECRET_NAMES.some((name) => set[name]);
  } catch {
    return false;
  }
}

function modeOf(path: string): number | null {
  try {
    return statSync(path).mode & 0o777;
  } catch {
    return null;
  }
}
