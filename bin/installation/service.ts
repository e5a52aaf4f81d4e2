import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { Layout } from "./layout.ts";
import { runProgram } from "./run-program.ts";

/** How the daemon is stopped and started. */
export interface Service {
  stop(): Promise<void>;
  /** Asks for the start and does not wait for it. */
  start(): Promise<void>;
  /** Makes known that unit files have changed. */
  reload(): Promise<void>;
}

/** The service of a unit, by systemctl or by a program that understands the same words. */
export function openService(systemctl: string, unit: string): Service {
  const call = async (...words: string[]) => void (await runProgram(systemctl, words));
  return {
    stop: () => call("stop", unit),
    start: () => call("start", "--no-block", unit),
    reload: () => call("daemon-reload"),
  };
}

/** Gives the units that are installed the text they have in a release; local changes are in drop-ins. */
export function placeUnits({ units }: Layout, release: string, names: readonly string[]): boolean {
  const changed = names.filter((name) => {
    const [there, wanted] = [join(units, name), join(release, "systemd", name)];
    return existsSync(there) && existsSync(wanted) && readFileSync(there, "utf8") !== readFileSync(wanted, "utf8");
  });
  for (const name of changed) writeDurably(join(units, name), readFileSync(join(release, "systemd", name)), 0o644);
  return changed.length > 0;
}
