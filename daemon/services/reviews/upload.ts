import { Agent, FormData, request } from "undici";
import type { Clock } from "../../../common/node/clock.ts";
import { quoteDevice } from "../../devices/http/failure.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Where packages go, and as which booth. */
export interface Collector {
  url: string;
  token: string | null;
  boothId: string;
}

/**
 * What came of an upload. `sent`: the collector has it. `refused`: it will never take this package. Else it is to be
 * tried again: `unreachable` nobody answered, or what answered is no collector; `denied` the collector does not know this
 * booth by its token, so that somebody has to do something first; `busy` it cannot take anything now.
 */
export type Upload =
  | { outcome: "sent" }
  | { outcome: "refused"; reason: string }
  | { outcome: "unreachable" | "denied" | "busy"; reason: string; retryAfterMs: number | null };

/** Sends one package. Never rejects. */
export type Send = (meta: string, jpeg: Buffer) => Promise<Upload>;

const CONNECT_MS = 5000;
/** For the whole exchange: 2 MiB over a poor link. */
const EXCHANGE_MS = 60_000;
const MOST_OF_AN_ANSWER = 16 * 1024;

/** Refusals of the package itself; asking again would bring the same answer. */
const FINAL = [400, 413, 415, 422];
/** Refusals of the booth. */
const DENIED = [401, 403];
/** What an address says that is no collector's, or a proxy before it. */
const ELSEWHERE = [404, 405, 407, 410];

type Answer = Awaited<ReturnType<typeof request>>;

/** The way to the collector. */
export interface UploadWay {
  send: Send;
  /** Asks whether packages of this booth are taken, with one that cannot be: null, or what stands in the way. */
  ask(): Promise<Exclude<Upload, { outcome: "sent" | "refused" }> | null>;
  close(): Promise<void>;
}

/** Opens the way to the collector: one connection, kept while it is used. */
export function openUpload({ url, token, boothId }: Collector, clock: Clock): UploadWay {
  const agent = new Agent({ connections: 1, pipelining: 1, connect: { timeout: CONNECT_MS } });
  const target = ingestUrl(url);
  const headers = { "x-booth-id": boothId, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const send: Send = async (meta, jpeg) => {
    const body = new FormData();
    body.set("meta", meta);
    body.set("crop", new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" }), "crop.jpg");
    try {
      const signal = AbortSignal.timeout(EXCHANGE_MS);
      const answer = await request(target, { method: "POST", headers, body, signal, dispatcher: agent });
      return judge(answer, await readSome(answer), clock.now());
    } catch (error) {
      return { outcome: "unreachable", reason: `${target.origin}: ${reasonOf(error)}`, retryAfterMs: null };
    }
  };
  return {
    send,
    async ask() {
      // A collector looks at the token before it looks at the package.
      const found = await send("{}", Buffer.alloc(0));
      return found.outcome === "sent" || found.outcome === "refused" ? null : found;
    },
    close: () => agent.destroy(new Error("the booth is closing")),
  };
}

/** `COLLECTOR_URL` may lie below a path of a proxy; with or without a slash at its end. */
export function ingestUrl(url: string): URL {
  const target = new URL(url);
  target.pathname = `${target.pathname.replace(/\/(ingest\/?)?$/, "")}/ingest`;
  return target;
}

function judge({ statusCode, headers }: Answer, text: string, now: number): Upload {
  const type = String(headers["content-type"] ?? "");
  const isSuccess = statusCode >= 200 && statusCode < 300;
  // A page, such as a network's sign-in: the package is not where it should be.
  if (isSuccess && /^text\/html\b/i.test(type))
    return { outcome: "unreachable", reason: "what answers is a web page and no collector", retryAfterMs: null };
  if (isSuccess) return { outcome: "sent" };
  const said = messageOf(text);
  const reason = `the collector answers ${statusCode}${said === "" ? "" : `: ${said}`}`;
  if (FINAL.includes(statusCode)) return { outcome: "refused", reason };
  const wait = retryAfterMs([headers["retry-after"]].flat()[0], now);
  return { outcome: retryOutcome(statusCode), reason, retryAfterMs: wait };
}

function retryOutcome(statusCode: number): "unreachable" | "denied" | "busy" {
  if (DENIED.includes(statusCode)) return "denied";
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return isRedirect || ELSEWHERE.includes(statusCode) ? "unreachable" : "busy";
}

/** What the collector says of it, in one line. */
function messageOf(text: string): string {
  try {
    const { message, details } = JSON.parse(text) as { message?: unknown; details?: { path?: unknown }[] };
    const where = Array.isArray(details) ? details.map(({ path }) => String(path)).filter((path) => path !== "") : [];
    const told = typeof message === "string" ? message : "";
    const missing = where.filter((path) => !told.includes(path));
    return quoteDevice(missing.length > 0 ? `${told} (${missing.join(", ")})` : told, 200);
  } catch {
    return "";
  }
}

/** As much of the answer as says something; the rest is left unread. */
async function readSome({ body }: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_OF_AN_ANSWER) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers at this port",
  ENOTFOUND: "this name is not known in the network",
  EAI_AGAIN: "the name could not be looked up",
  EHOSTUNREACH: "there is no way to this address",
  ENETUNREACH: "there is no way to this address",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "no answer in time",
  ECONNRESET: "the connection broke off",
  EPIPE: "the connection broke off",
  UND_ERR_SOCKET: "the connection broke off",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "the connection failed";
  if (error.name === "TimeoutError") return "no answer in time";
  const code = "code" in error ? String(error.code) : "";
  return SENTENCES[code] ?? `the connection failed (${quoteDevice(code || error.message)})`;
}
