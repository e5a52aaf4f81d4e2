import type { Cli } from "./cli.ts";
import { environmentOf } from "./environment.ts";
import { BOOTH } from "./side.ts";

const DEFAULT_PORT = "8080";

/** Where the daemon of this data directory said that it listens, else where the settings let it: on loopback mostly. */
export async function daemonUrl(cli: Cli): Promise<string> {
  const { notedAddress } = await import("../../daemon/sole-daemon.ts");
  const { HOST = "", PORT = "", DATA_DIR } = await environmentOf(cli);
  // Whoever may not look into the directory can still ask the daemon where it usually listens.
  const noted = notedAddress(DATA_DIR || BOOTH.dataDir);
  if (noted !== null) return noted.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
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
