import { BoothError, ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../common/errors.ts";
import { CSRF_COOKIE, TOKEN_COOKIE } from "../../daemon/http/identity.ts";
import type { Cli } from "./cli.ts";
import { daemonUrl } from "./daemon-address.ts";
import { CliError } from "./errors.ts";
import { type KeptSignIn, keptSignIn } from "./sign-in-file.ts";

const ANSWER_MS = 10_000;

/** The API of the daemon on this host, as somebody who is signed in there or as nobody. */
export interface DaemonClient {
  readonly url: string;
  readonly signIn: KeptSignIn | null;
  /** Asks; throws a refusal as `BoothError`, exit 4 where a sign-in is wanted, exit 9 where nobody answers. */
  ask<T>(method: "GET" | "POST", path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
}

/** The daemon with the sign-in that `boothctl auth login` kept. Throws exit 4 where there is none. */
export async function signedInClient(cli: Cli): Promise<DaemonClient> {
  const url = await daemonUrl(cli);
  const signIn = keptSignIn(url);
  if (signIn === null) throw notSignedIn(url);
  return openDaemonClient(url, signIn);
}

/** Opens the API at an address; nothing is sent yet. */
export function openDaemonClient(url: string, signIn: KeptSignIn | null): DaemonClient {
  return {
    url,
    signIn,
    async ask<T>(method: "GET" | "POST", path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await send(url, path, {
        method,
        headers: {
          ...headersOf(signIn),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.ok) return (text === "" ? null : JSON.parse(text)) as T;
      throw refusalOf(url, parseBody(text));
    },
  };
}

/** Signs in and answers what is to be kept of it. Throws `bad_credentials` or `rate_limited`. */
export async function signInAt(url: string, username: string, password: string): Promise<KeptSignIn> {
  const answer = await send(url, "/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const text = await answer.text();
  if (!answer.ok) throw refusalOf(url, parseBody(text));
  const cookies = new Map(answer.headers.getSetCookie().map((line) => pairOf(line)));
  return { username, token: cookies.get(TOKEN_COOKIE) ?? "", csrf: cookies.get(CSRF_COOKIE) ?? "" };
}

/** The headers of somebody who is signed in: both cookies, and the value that shows that a request is meant. */
export function headersOf(signIn: KeptSignIn | null): Record<string, string> {
  if (signIn === null) return {};
  const { token, csrf } = signIn;
  return { cookie: `${TOKEN_COOKIE}=${token}; ${CSRF_COOKIE}=${csrf}`, "x-csrf-token": csrf };
}

/** What a refusal of the daemon means here; what is no answer of a booth is as good as none. */
export function refusalOf(url: string, body: ErrorBody | null): Error {
  if (body === null)
    return new CliError(9, "unreachable", `What answers at ${url} is not a booth.`, { hint: "boothctl config show" });
  if (body.error === "unauthenticated") return notSignedIn(url);
  const code: ErrorCode = body.error in ERROR_STATUS ? body.error : "internal";
  return new DaemonRefusal(code, body);
}

/** A refusal of the daemon, with the id by which its log has the request. */
class DaemonRefusal extends BoothError {
  readonly requestId: string;

  constructor(code: ErrorCode, { message, details, requestId }: ErrorBody) {
    super(code, message, details ? { details } : {});
    this.requestId = requestId;
  }
}

/** The body of a refusal, or null where it is none. */
export function parseBody(text: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "error" in value ? (value as ErrorBody) : null;
  } catch {
    return null;
  }
}

function notSignedIn(url: string): CliError {
  return new CliError(4, "unauthenticated", `You are not signed in at ${url}.`, { hint: "boothctl auth login" });
}

async function send(url: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url + path, { ...init, redirect: "error", signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    throw unreachable(url, init.method === "GET" || isRefusedConnection(error));
  }
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

/** Nobody answers; `certain` is whether nothing can have come of it. */
export function unreachable(url: string, certain = true): CliError {
  const unchanged = certain ? {} : { unchanged: "It is not known whether it was done." };
  return new CliError(9, "unreachable", `The booth does not answer at ${url}.`, {
    ...unchanged,
    hint: "boothctl status",
  });
}

function pairOf(setCookie: string): [string, string] {
  const [pair = ""] = setCookie.split(";");
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
