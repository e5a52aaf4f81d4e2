const TIMEOUT_MS = 20_000;

/** A request the collector refused. `body` is its whole answer, with members such as the current verdict of a 409. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.body = body;
  }
}

/** No answer that is the collector's: what was sent may have arrived, and is sent again. */
export class NoAnswer extends Error {
  /** Seconds the collector asked to be left alone; null where it said nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = "NoAnswer";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The browser has no login for the collector any more. */
export class SignedOut extends Error {}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path, { method: "GET" });
}

export function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  const answer = await readJson(response);
  if (response.ok && answer !== undefined) return answer as T;
  if (response.status === 401) throw new SignedOut();
  // What a proxy says of a dead collector, and what a busy one says, are both no answer yet.
  const isRefused = response.status >= 400 && response.status < 500 && ![408, 425, 429].includes(response.status);
  if (!isRefused) throw new NoAnswer(`answer ${response.status}`, secondsOf(response.headers.get("Retry-After")));
  const body = isRecord(answer) ? answer : {};
  const message = typeof body.message === "string" ? body.message : `answer ${response.status}`;
  throw new Refusal(response.status, sentence(message), body);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: "same-origin", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new NoAnswer("no answer");
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const secondsOf = (header: string | null) => Number(header) || null;

/** As a sentence of its own, which the collector's messages are not. */
function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
