import type { Environment } from "../../common/node/settings.ts";
import { notedUrl, urlOfSettings } from "../cli/daemon-address.ts";
import { type DaemonLook, lookAtDaemon, measuresOf } from "../cli/daemon-look.ts";
import { parseSamples, type Samples } from "./samples.ts";

/** A daemon that answers, with what it measures; null where it does not tell. */
export interface AnsweringDaemon extends DaemonLook {
  measures: string | null;
  samples: Samples | null;
}

/** The daemon as it is found. */
export interface DaemonFound {
  daemon: AnsweringDaemon | null;
  /** Where a daemon said that it listens, and nobody answers: it hangs, or it was killed. */
  silentAt: string | null;
}

/** Asks the daemon of a data directory how it stands and what it measures. */
export async function findDaemon(dataDir: string, env: Environment): Promise<DaemonFound> {
  const noted = await notedUrl(dataDir);
  const look = await lookAtDaemon(noted ?? urlOfSettings(env));
  if (!look) return { daemon: null, silentAt: noted };
  const measures = await measuresOf(look);
  return { daemon: { ...look, measures, samples: measures === null ? null : parseSamples(measures) }, silentAt: null };
}
