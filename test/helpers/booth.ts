import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../common/node/clock.ts";
import { openLog } from "../../common/node/log.ts";
import type { Booth } from "../../daemon/context.ts";
import { type Daemon, startDaemon } from "../../daemon/main.ts";
import { openBooth } from "../../daemon/open-booth.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { openDoor } from "../../daemon/services/door.ts";
import { seedAdmin } from "../../daemon/services/seed.ts";
import { assignMany } from "../../daemon/services/setup.ts";
import { createUser } from "../../daemon/services/users.ts";
import { readBoothSettings } from "../../daemon/settings.ts";

/** A clock that stands still until a test moves it; `monotonic` moves with it. */
export interface TestClock extends Clock {
  set(at: string): void;
  advance(ms: number): void;
}

export function openTestClock(at = "2026-11-20T12:00:00.000Z"): TestClock {
  let now = Date.parse(at);
  let elapsed = 1_000_000;
  return {
    now: () => now,
    monotonic: () => elapsed,
    set(next) {
      elapsed += Math.max(0, Date.parse(next) - now);
      now = Date.parse(next);
    },
    advance(ms) {
      now += ms;
      elapsed += ms;
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came over the wire, whatever it is
  body: any;
  text: string;
}

/** Asks the booth over HTTP as a browser would: with its cookies, its CSRF header, and a key for each money request. */
export interface Client {
  cookies: Map<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  del(path: string, headers?: Record<string, string>): Promise<Answer>;
}

export function openClient(url: string): Client {
  const cookies = new Map<string, string>();
  const request: Client["request"] = async (method, path, body, headers = {}) => {
    const all: Record<string, string> = { ...headers };
    if (cookies.size > 0 && !("cookie" in all))
      all.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const csrf = cookies.get("parking_csrf");
    if (method !== "GET" && csrf && !("x-csrf-token" in all)) all["x-csrf-token"] = csrf;
    if (method === "POST" && !("idempotency-key" in all)) all["idempotency-key"] = randomUUID();
    if (body !== undefined && !("content-type" in all)) all["content-type"] = "application/json";
    const init: RequestInit = { method, headers: all, redirect: "manual" };
    if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(url + path, init);
    for (const line of response.headers.getSetCookie()) remember(cookies, line);
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  };
  return {
    cookies,
    request,
    get: (path, headers) => request("GET", path, undefined, headers),
    post: (path, body, headers) => request("POST", path, body, headers),
    put: (path, body, headers) => request("PUT", path, body, headers),
    del: (path, headers) => request("DELETE", path, undefined, headers),
  };
}

function remember(cookies: Map<string, string>, line: string): void {
  const match = /^([^=]+)=([^;]*)/.exec(line);
  if (!match?.[1]) return;
  if (/max-age=0/i.test(line)) cookies.delete(match[1]);
  else cookies.set(match[1], match[2] ?? "");
}

/** Keys of test booths: published here, worth nothing. */
export const TEST_KEYS = {
  EVENT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
  SESSION_SECRET: "a session secret that only tests know, 32 bytes or more",
};

export const TEST_ROLES = ["admin", "operator", "cashier", "readonly"] as const;
/** A cost at which tests are quick; the booth's own is 12. */
export const TEST_PASSWORD_COST = 4;
/** So little that it is written at once. */
const TEST_RESERVE_BYTES = 4096;

export interface TestBooth {
  daemon: Daemon;
  booth: Booth;
  url: string;
  dataDir: string;
  clock: TestClock;
  anonymous: Client;
  /** Signs in one of admin, operator, cashier and readonly, or somebody the test made. */
  signIn(username: string, password?: string): Promise<Client>;
  /** Stops the booth and removes its directory. */
  close(): Promise<void>;
}

export interface TestBoothOptions {
  clock?: TestClock;
  env?: Record<string, string>;
  /** A directory to open instead of a new one; it is not removed. */
  dataDir?: string;
  /** Whether to make the lanes `entry-1` and `exit-1` with simulated devices; true. */
  lanes?: boolean;
}

const simulated = { driver: "simulated", config: {} };
const LANES = [
  {
    lane: "entry-1",
    name: "Entry 1",
    direction: "entry" as const,
    devices: { access: simulated, reader: simulated, camera: simulated },
  },
  {
    lane: "exit-1",
    name: "Exit 1",
    direction: "exit" as const,
    devices: { access: simulated, reader: simulated, camera: simulated },
  },
];

/** A whole booth in a directory of its own, with a clock that stands still, four users and two lanes. */
export async function startBooth(options: TestBoothOptions = {}): Promise<TestBooth> {
  const clock = options.clock ?? openTestClock();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "booth-"));
  const env = {
    DATA_DIR: dataDir,
    PORT: "0",
    COOKIE_SECURE: "0",
    LOG_LEVEL: "silent",
    WS_ALLOWED_ORIGINS: "http://booth.test",
    ...TEST_KEYS,
    ...options.env,
  };
  const { config, secrets } = readBoothSettings(env, { version: "test", commit: "3f2a91c" });
  const fatal = (error: unknown) => {
    throw error;
  };
  const daemon = await startDaemon({
    config,
    secrets,
    clock,
    log: openLog(config.log),
    onFatal: fatal,
    passwordCost: TEST_PASSWORD_COST,
    reserveBytes: TEST_RESERVE_BYTES,
  });
  if (options.dataDir === undefined) await furnish(daemon.booth, secrets.sessionSecret, options.lanes ?? true);
  const signIn = async (username: string, password = `${username}-pass`) => {
    const client = openClient(daemon.url);
    const answer = await client.post("/api/auth/login", { username, password });
    if (answer.status !== 200) throw new Error(`signing in as ${username}: ${answer.status} ${answer.text}`);
    return client;
  };
  const close = async () => {
    await daemon.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    daemon,
    booth: daemon.booth,
    url: daemon.url,
    dataDir,
    clock,
    anonymous: openClient(daemon.url),
    signIn,
    close,
  };
}

async function furnish(booth: Booth, sessionSecret: string, lanes: boolean): Promise<void> {
  const actor = cliActor("test");
  const door = openDoor(booth, { sessionSecret, passwordCost: TEST_PASSWORD_COST });
  await seedAdmin(booth, door.passwords, actor, { username: "admin", password: "admin-pass" });
  for (const role of TEST_ROLES.slice(1)) {
    await createUser(booth, door.passwords, actor, {
      username: role,
      displayName: role,
      roleId: role,
      language: "en",
      password: `${role}-pass`,
    });
  }
  if (lanes) await assignMany(booth, actor, LANES);
}

/** The data directory of a running booth, opened beside its daemon as the command line does it. */
export function openBeside(here: TestBooth): Promise<Booth> {
  const { config, secrets } = readBoothSettings(
    { DATA_DIR: here.dataDir, LOG_LEVEL: "silent", ...TEST_KEYS },
    { version: "test" },
  );
  const onFatal = (error: unknown) => {
    throw error;
  };
  return openBooth({ config, secrets, clock: here.clock, log: openLog(config.log), migrate: false, onFatal });
}
