import type { Environment } from "../../common/node/settings.ts";
import type { Cli } from "./cli.ts";
import { environmentOf } from "./environment.ts";
import { BOOTH } from "./side.ts";

const DEFAULT_PORT = "8080";

/** Where the daemon of this data directory said that it listens, else where the settings let it: on loopback mostly. */
export async function daemonUrl(cli: Cli): Promise<string> {
  const env = await environmentOf(cli);
  // Whoever may not look into the directory can still ask the daemon where it usually listens.
  return (await notedUrl(env.DATA_DIR || BOOTH.dataDir)) ?? urlOfSettings(env);
}

/** Where a daemon of this data directory said that it listens; it takes that back when it ends, unless it is killed. */
export async function notedUrl(dataDir: string): Promise<string | null> {
  const { notedAddress } = await import("../../daemon/sole-daemon.ts");
  const noted = notedAddress(dataDir);
  return noted?.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:") ?? null;
}

/** Where the settings let a daemon listen. */
export function urlOfSettings({ HOST = "", PORT = "" }: Environment): string {
  const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT || DEFAULT_PORT}`;
}

/** An origin that the daemon's live feed lets in, by the daemon's own settings. */
export async function daemonOrigin(cli: Cli): Promise<string> {
  const { WS_ALLOWED_ORIGINS = "" } = await environmentOf(cli);
  const [first = ""] = WS_ALLOWED_ORIGINS.split(",");
  const url = new URL(await daemonUrl(cli));
  url.hostname = "127.0.0.1";
  return first.trim() || url.origin;
}
