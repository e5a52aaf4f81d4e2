import type { Readiness } from "../../daemon/services/readiness.ts";
import { fetchText } from "./fetch-text.ts";

/** Before the booth tells what it measures it looks at the backups' disk, and one that hangs takes it some seconds. */
const MEASURES_MS = 10_000;

/** A daemon, as far as it answers. */
export interface DaemonLook {
  url: string;
  version: string;
  /** What `/readyz` says; null where it does not tell. */
  readiness: Readiness | null;
  /** What keeps it from taking money, each in a sentence. */
  hindrances: readonly string[];
}

/** Asks a daemon once how it stands; null where nobody answers at its address. */
export async function lookAtDaemon(url: string): Promise<DaemonLook | null> {
  const health = parse<{ version?: string }>(await fetchText(`${url}/healthz`));
  if (!health) return null;
  const readiness = parse<Readiness>(await fetchText(`${url}/readyz`, { statuses: [200, 503] }));
  const hindrances = Object.values(readiness?.checks ?? {}).flatMap(({ ok, message }) => (ok ? [] : [message]));
  return { url, version: health.version ?? "", readiness, hindrances };
}

/** What a daemon measures, as Prometheus reads it; null where it does not tell. */
export function measuresOf({ url }: Pick<DaemonLook, "url">): Promise<string | null> {
  return fetchText(`${url}/metrics`, { patienceMs: MEASURES_MS });
}

function parse<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? "null") as T | null;
  } catch {
    return null;
  }
}
