import type { DeviceStatus } from "../interfaces.ts";

/** What kept an exchange with a device from succeeding: `offline` when it gave no answer, `fault` when the answer was no good. */
export class ExchangeFailure extends Error {
  readonly state: Exclude<DeviceStatus["state"], "ready">;

  constructor(state: ExchangeFailure["state"], message: string) {
    super(message);
    this.state = state;
  }
}

/** The device does not believe who asks, or wants to know it. */
export class SignInRefused extends ExchangeFailure {
  constructor(message: string) {
    super("fault", message);
  }
}

/** Text of a device, fit for one line of a message: printable, and short. */
export function quoteDevice(text: string, most = 80): string {
  const line = text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers at this port; check address, port and power",
  EHOSTUNREACH: "there is no way to this address; check the network and the power",
  ENETUNREACH: "there is no way to this address; check the network",
  ENOTFOUND: "this name is not known in the network; check the address",
  EAI_AGAIN: "the name could not be looked up; check the network's name service",
  ECONNRESET: "the device broke the connection off",
  EPIPE: "the device broke the connection off",
  UND_ERR_SOCKET: "the device broke the connection off",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time; check address, network and power",
};

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** The failure behind whatever the transport threw. `where` is the address without its query. */
export function failureOf(error: unknown, where: string): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error;
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return new ExchangeFailure("offline", `${where}: no answer in time`);
  const code = codeOf(error);
  const known = SENTENCES[code];
  if (known !== undefined) return new ExchangeFailure("offline", `${where}: ${known}`);
  if (name === "HTTPParserError")
    return new ExchangeFailure("fault", `${where}: what answers there does not speak HTTP`);
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return new ExchangeFailure(
      "fault",
      `${where}: the device does not speak https here; check the address and the port`,
    );
  if (code.startsWith("UND_ERR_HEADERS"))
    return new ExchangeFailure("fault", `${where}: the answer's headers are too large`);
  const reason = code || (error instanceof Error ? quoteDevice(error.message) : "unknown failure");
  return new ExchangeFailure("offline", `${where}: the connection failed (${reason})`);
}
