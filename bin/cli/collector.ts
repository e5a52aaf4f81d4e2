import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Collector } from "../../collector/context.ts";
import type { Cli } from "./cli.ts";
import { dataDirOf, environmentOf, readVersion, usable } from "./environment.ts";
import { CliError } from "./errors.ts";
import { becomeOwner } from "./open.ts";

/** The collector's settings and its secret. A SettingsError says all that is wrong with them. */
export async function collectorSettings(cli: Cli) {
  const { readCollectorSettings } = await import("../../collector/settings.ts");
  const env = await environmentOf(cli);
  return usable(cli, () => readCollectorSettings(env, { version: readVersion().text }));
}

/** Opens the collector's data for one command, as it is. Refuses where there is none. */
export function withCollector<T>(cli: Cli, work: (collector: Collector) => Promise<T> | T): Promise<T> {
  return openAnd(cli, false, work);
}

/** The same, and makes it where the directory has none yet. */
export function withNewCollector<T>(cli: Cli, work: (collector: Collector) => Promise<T> | T): Promise<T> {
  return openAnd(cli, true, work);
}

async function openAnd<T>(cli: Cli, mayBegin: boolean, work: (collector: Collector) => Promise<T> | T): Promise<T> {
  const dataDir = await dataDirOf(cli);
  becomeOwner(dataDir);
  const [{ DATABASE, openCollector }, { openLog }, { systemClock }] = await Promise.all([
    import("../../collector/open-collector.ts"),
    import("../../common/node/log.ts"),
    import("../../common/node/clock.ts"),
  ]);
  const isThere = existsSync(join(dataDir, DATABASE));
  if (!isThere && !mayBegin) {
    throw new CliError(6, "no_collector", `There is no collector in ${dataDir}.`, {
      unchanged: "Nothing was created there.",
      hint: "boothctl collector booths add booth-1, or name another directory with --data-dir",
    });
  }
  const log = { level: cli.verbose ? "debug" : "silent", format: "text" } as const;
  const config = { host: "", port: 0, dataDir, log, version: readVersion().text };
  const collector = await openCollector({ config, clock: systemClock, log: openLog(log), migrate: !isThere });
  try {
    return await work(collector);
  } finally {
    collector.db.close();
  }
}
