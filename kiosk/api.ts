import type { ErrorCode, ErrorDetail } from "../common/errors.ts";
import type { Intention } from "./intention.ts";
import { probe } from "./reach.ts";

/** `unreachable`: no answer came, so whether it was done is not known. `unreadable`: an answer that is not ours. */
export type FailureCode = ErrorCode | "unreachable" | "unreadable";

interface Failure {
  status: number;
  code: FailureCode;
  message: string;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  body?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number | null;
}

/** A request that did not succeed. `body` is the whole answer, with members such as the `quote` of `quote_expired`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "ApiError";
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? [];
    this.requestId = failure.requestId ?? null;
    this.body = failure.body ?? {};
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

export interface Options {
  /** Sent as `Idempotency-Key`; the request is then repeated by itself when no answer comes. */
  intention?: Intention;
  /** The ETag of the state that a change is based on. */
  ifMatch?: string | null;
  /** Only to make something new: refused where it is there already. */
  onlyNew?: boolean;
  timeoutMs?: number;
}

/** What the session does when the booth refuses; set once, by the session. */
export const onRefusal: { signedOut(): void; forbidden(): void } = { signedOut() {}, forbidden() {} };

const TIMEOUT_MS = 10_000;
const REPEAT_AFTER_MS = [400, 1200];
const CSRF_COOKIE = "parking_csrf";

export async function get<T>(path: string, options: Options = {}): Promise<T> {
  return (await request<T>("GET", path, undefined, options)).value;
}

/** A resource with the ETag that a later `put` of it hands back as `ifMatch`. */
export function getTagged<T>(path: string): Promise<{ value: T; etag: string | null }> {
  return request<T>("GET", path, undefined, {});
}

export async function post<T>(path: string, body?: unknown, options: Options = {}): Promise<T> {
  return (await request<T>("POST", path, body, options)).value;
}

export async function put<T>(path: string, body: unknown, options: Options = {}): Promise<T> {
  return (await request<T>("PUT", path, body, options)).value;
}

export async function del(path: string, options: Options = {}): Promise<void> {
  await request<unknown>("DELETE", path, undefined, options);
}

async function request<T>(method: string, path: string, body: unknown, options: Options) {
  const text = body === undefined ? null : JSON.stringify(body);
  const key = options.intention?.keyFor(`${method} ${path} ${text}`);
  const init: RequestInit = { method, body: text, headers: headersOf(method, text, key, options) };
  try {
    const answer = await send<T>(path, init, options.timeoutMs ?? TIMEOUT_MS, key === undefined ? [] : REPEAT_AFTER_MS);
    options.intention?.settle();
    return answer;
  } catch (error) {
    if (error instanceof ApiError) heed(error, options.intention);
    throw error;
  }
}

function headersOf(method: string, text: string | null, key: string | undefined, options: Options) {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (text !== null) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = cookie(CSRF_COOKIE);
  if (key !== undefined) headers["Idempotency-Key"] = key;
  if (options.ifMatch != null) headers["If-Match"] = options.ifMatch;
  if (options.onlyNew === true) headers["If-None-Match"] = "*";
  return headers;
}

/** Sends, and where no answer comes sends again after each of the pauses. */
async function send<T>(path: string, init: RequestInit, timeoutMs: number, pausesMs: number[]) {
  const [pauseMs, ...furtherMs] = pausesMs;
  try {
    return await sendOnce<T>(path, init, timeoutMs);
  } catch (error) {
    const unanswered = error instanceof ApiError && error.code === "unreachable";
    if (!unanswered || pauseMs === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return send<T>(path, init, timeoutMs, furtherMs);
  }
}

async function sendOnce<T>(
  path: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<{ value: T; etag: string | null }> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { ...init, credentials: "same-origin", signal });
    text = await response.text();
  } catch {
    void probe();
    throw new ApiError({ status: 0, code: "unreachable", message: "the booth service did not answer" });
  }
  const value = parse(text);
  if (response.ok && value !== undefined) return { value: value as T, etag: response.headers.get("ETag") };
  throw failureOf(response, value);
}

/** JSON, null for an empty body, undefined for anything else. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(response: Response, value: unknown): ApiError {
  const requestId = response.headers.get("X-Request-Id");
  if (!isErrorBody(value)) {
    // A proxy in front of a dead service answers these itself.
    const gateway = response.status === 502 || response.status === 504;
    if (gateway) void probe();
    const code = gateway ? "unreachable" : "unreadable";
    return new ApiError({ status: response.status, code, message: `answer ${response.status}`, requestId });
  }
  return new ApiError({
    status: response.status,
    code: value.error,
    message: value.message,
    details: value.details ?? [],
    requestId: value.requestId ?? requestId,
    body: value,
    retryAfterSeconds: Number(response.headers.get("Retry-After")) || null,
  });
}

interface ErrorAnswer extends Record<string, unknown> {
  error: ErrorCode;
  message: string;
  details?: readonly ErrorDetail[];
  requestId?: string;
}

function isErrorBody(value: unknown): value is ErrorAnswer {
  return typeof value === "object" && value !== null && "error" in value && "message" in value;
}

/** A refusal settles the intention and may end or change the session; a 5xx leaves open whether it was done. */
function heed(error: ApiError, intention: Intention | undefined): void {
  if (error.status >= 400 && error.status < 500) intention?.settle();
  if (error.code === "unauthenticated") onRefusal.signedOut();
  else if (error.status === 403) onRefusal.forbidden();
}

function cookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}
