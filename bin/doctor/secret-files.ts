import { statSync } from "node:fs";
import type { Environment } from "../../common/node/settings.ts";
import { SECRET_NAMES } from "../../daemon/settings.ts";
import { ENVIRONMENT_FILE } from "../cli/environment.ts";

/** A file or directory that is not for everybody, and its mode; null where there is none. */
export interface SecretFile {
  path: string;
  mode: number | null;
}

/** The key files that the settings name, the settings themselves, and the data. */
export function secretFilesOf(env: Environment, dataDir: string): SecretFile[] {
  const named = SECRET_NAMES.flatMap((name) => env[`${name}_FILE`] ?? []);
  return [...named, ENVIRONMENT_FILE, dataDir].map((path) => ({ path, mode: modeOf(path) }));
}

function modeOf(path: string): number | null {
  try {
    return statSync(path).mode & 0o777;
  } catch {
    return null;
  }
}
