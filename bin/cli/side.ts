import { existsSync } from "node:fs";
import type { Cli } from "./cli.ts";
import { CliError } from "./errors.ts";

/** Another folder is for tests, and for looking at the image of a machine. */
const ETC = process.env.PARKING_BOOTH_ETC || "/etc/parking-booth";

/** Where an installed booth keeps its settings. */
export const ENVIRONMENT_FILE = `${ETC}/booth.env`;
/** Where an installed collector keeps its own. */
export const COLLECTOR_ENVIRONMENT_FILE = `${ETC}/collector.env`;

/** What differs between the commands of a booth and those of a collector. */
export interface Side {
  settingsFile: string;
  /** Where the data are unless the settings say so. */
  dataDir: string;
  user: string;
}

export const BOOTH: Side = { settingsFile: ENVIRONMENT_FILE, dataDir: "./var/booth", user: "parking-booth" };
const COLLECTOR: Side = {
  settingsFile: COLLECTOR_ENVIRONMENT_FILE,
  dataDir: "./var/collector",
  user: "parking-collector",
};

/** Whom a command is for. */
export const sideOf = (cli: Cli): Side => (cli.commandLine.startsWith("boothctl collector") ? COLLECTOR : BOOTH);

/** Refuses on a machine that was installed as a collector and nothing else: no booth is to be made there. */
export function assertBoothsMachine(): void {
  if (existsSync(ENVIRONMENT_FILE) || !existsSync(COLLECTOR_ENVIRONMENT_FILE)) return;
  throw new CliError(6, "no_booth", "There is no booth here: this is the machine of a review collector.", {
    unchanged: "Nothing was created.",
    hint: "boothctl collector stats",
    notes: ["Its service: systemctl status parking-booth-collector"],
  });
}
