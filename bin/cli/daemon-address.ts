import type { Cli } from "./cli.ts";
import { environmentOf } from "./environment.ts";

const DEFAULT_PORT = "8080";

/** Where the daemon of this host listens: on loopback, unless its settings name one address of the host. */
export async function daemonUrl(cli: Cli): Promise<string> {
  const { HOST = "", PORT = "" } = await environmentOf(cli);
  const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT || DEFAULT_PORT}`;
}

/** An origin that the daemon's live feed lets in, by the daemon's own settings. */
export async function daemonOrigin(cli: Cli): Promise<string> {
  const { WS_ALLOWED_ORIGINS = "", PORT = "" } = await environmentOf(cli);
  const [first = ""] = WS_ALLOWED_ORIGINS.split(",");
  return first.trim() || `http://127.0.0.1:${PORT || DEFAULT_PORT}`;
}
