import type { DeviceLink } from "./device-link.ts";
import { ExchangeFailure } from "./failure.ts";
import { readStatus } from "./status-text.ts";

/** The addresses of a relay board: paths with query; `{ms}` and `{s}` stand for the length of a pulse. */
export interface BoardConfig {
  address: string;
  method: "GET" | "POST";
  onPath: string;
  onBody: string | undefined;
  offPath: string;
  offBody: string | undefined;
  pulsePath: string | undefined;
  pulseBody: string | undefined;
  closePath: string | undefined;
  statusPath: string | undefined;
  statusPointer: string | undefined;
  statusOn: string;
  statusOff: string | undefined;
  pulseMs: number;
  deadlineMs: number;
}

/** What can be asked of a relay board; each rejects with a `ExchangeFailure` within the deadline. */
export interface RelayBoard {
  on(): Promise<void>;
  off(): Promise<void>;
  /** Begins a pulse that the board ends by itself; null where it cannot. */
  pulse: (() => Promise<void>) | null;
  /** Closes by a relay of its own; null where there is none. */
  close: (() => Promise<void>) | null;
  /** What its status says; null where it has none. Without a status it is only asked for its first page. */
  look(): Promise<boolean | null>;
}

const MOST_BYTES = 64 * 1024;

/** A relay board as its settings describe it. */
export function openRelayBoard(config: BoardConfig, link: DeviceLink): RelayBoard {
  const fill = (template: string) =>
    template.replaceAll("{ms}", String(config.pulseMs)).replaceAll("{s}", String(config.pulseMs / 1000));
  const ask = async (method: "GET" | "POST", path: string, template?: string): Promise<string> => {
    const url = new URL(fill(path), config.address);
    const body = method === "POST" && template !== undefined ? fill(template) : undefined;
    const request = {
      method,
      url,
      mostBytes: MOST_BYTES,
      ...(body === undefined ? {} : { body, headers: typeOf(body) }),
    };
    const answer = await link.request(request, AbortSignal.timeout(config.deadlineMs));
    if (answer.status >= 300)
      throw new ExchangeFailure("fault", `the board answers ${answer.status} to ${url.pathname}; check this path`);
    return answer.body.toString("utf8");
  };
  const doing = (path: string, body?: string) => async () => void (await ask(config.method, path, body));
  const { pulsePath, closePath, statusPath } = config;
  return {
    on: doing(config.onPath, config.onBody),
    off: doing(config.offPath, config.offBody),
    pulse: pulsePath === undefined ? null : doing(pulsePath, config.pulseBody),
    close: closePath === undefined ? null : doing(closePath),
    async look() {
      const text = await ask("GET", statusPath ?? new URL(config.address).pathname);
      if (statusPath === undefined) return null;
      const { statusPointer: pointer, statusOn: on, statusOff: off } = config;
      const said = readStatus(text, { pointer, on, off });
      if (said === null)
        throw new ExchangeFailure("fault", "the board's status says neither on nor off; check how it is read");
      return said;
    },
  };
}

/** The content type of a body: JSON where it looks so, else form fields. */
function typeOf(body: string): Record<string, string> {
  return { "content-type": /^\s*[[{]/.test(body) ? "application/json" : "application/x-www-form-urlencoded" };
}
