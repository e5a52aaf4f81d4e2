import { accessSync, constants } from "node:fs";
import { CliError } from "./errors.ts";
import type { Side } from "./side.ts";
import { typedLine } from "./typed.ts";

/** The refusal of what only root and the service's own user may do. */
export function needsRights({ user }: Side, path: string): CliError {
  return new CliError(5, "forbidden", `This needs the rights of root or of ${user}: you may not read ${path}.`, {
    hint: `sudo ${typedLine()}`,
  });
}

/** Whether something is there, or may be, that this user may not read. */
export function isHidden(path: string): boolean {
  return isDenied(path, constants.R_OK);
}

/** Refuses a directory that may not be looked into: what is in it is not missing, it cannot be seen. */
export function assertMayLookInto(side: Side, dir: string): void {
  if (isDenied(dir, constants.X_OK)) throw needsRights(side, dir);
}

function isDenied(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}

/** The refusal, where settings lack what only others may read; else the error as it is. */
export function orNeedsRights(side: Side, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "SettingsError") return error;
  const hidden = "hidden" in error && Array.isArray(error.hidden) ? (error.hidden as string[]) : [];
  const path = hidden[0] ?? (isHidden(side.settingsFile) ? side.settingsFile : undefined);
  return path === undefined ? error : needsRights(side, path);
}
