import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addBooth } from "../../collector/booths.ts";
import { type RunningCollector, startCollector as start } from "../../collector/main.ts";
import { openCollector } from "../../collector/open-collector.ts";
import { readCollectorSettings } from "../../collector/settings.ts";
import { systemClock } from "../../common/node/clock.ts";
import { openLog } from "../../common/node/log.ts";
import type { EntryMeta, ReviewMeta, WashMeta } from "../../common/review.ts";
import { type Answer, type Client, openClient, openTestClock, type TestClock } from "./booth.ts";
import { exampleJpeg } from "./open-driver.ts";

/** The reviewer of test collectors; bcrypt at its lowest cost. */
export const REVIEWER = { name: "reviewer", password: "reviewer-pass" };
export const REVIEWER_LOGIN = "reviewer:$2b$04$23vrRB0JvwOG3Zc2QUR4KOOn0WnwN44XZXio1k7/fLvZ.AMugz.f6";

/** The Authorization header of Basic authentication. */
export function basic(name: string = REVIEWER.name, password: string = REVIEWER.password): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

export interface TestCollector {
  running: RunningCollector;
  url: string;
  dataDir: string;
  clock: TestClock;
  /** The booths' tokens by their ids: `booth-1` and `booth-2`. */
  tokens: Readonly<Record<string, string>>;
  anonymous: Client;
  /** Asks as the reviewer. */
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** Sends a package as its booth does. */
  send(meta: ReviewMeta, crop?: Uint8Array): Promise<Answer>;
  /** How much is stored: rows of items, files below crops, and files that are on their way. */
  stored(): { rows: number; crops: number; incoming: number };
  /** Stops the collector and removes its directory. */
  close(): Promise<void>;
}

/** A whole collector in a directory of its own, with a clock that stands still and two booths. */
export async function startCollector(options: { dataDir?: string; clock?: TestClock } = {}): Promise<TestCollector> {
  const clock = options.clock ?? openTestClock();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "collector-"));
  const env = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", REVIEWER_LOGIN };
  const { config, secrets } = readCollectorSettings(env, { version: "test" });
  const running = await start({ config, clock, log: openLog(config.log), reviewerLogin: secrets.reviewerLogin });
  const { collector, url } = running;
  const tokens: Record<string, string> = {};
  if (options.dataDir === undefined)
    for (const id of ["booth-1", "booth-2"]) tokens[id] = addBooth(collector, id).token;
  const anonymous = openClient(url);
  const authorization = basic();
  return {
    running,
    url,
    dataDir,
    clock,
    tokens,
    anonymous,
    get: (path) => anonymous.get(path, { authorization }),
    post: (path, body) => anonymous.post(path, body, { authorization }),
    send: (meta, crop = exampleJpeg()) =>
      sendPackage(url, { token: tokens[meta.boothId] ?? "", booth: meta.boothId, meta, crop }),
    stored: () => ({
      rows: (collector.db.prepare("SELECT count(*) AS n FROM items").get() as { n: number }).n,
      crops: filesIn(join(dataDir, "crops")),
      incoming: filesIn(join(dataDir, "incoming")),
    }),
    async close() {
      await running.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a collector's database for a process that starts later, with one booth; answers the booth's token. */
export async function makeCollector(env: Record<string, string>, booth: string): Promise<string> {
  const { config } = readCollectorSettings(env, { version: "test" });
  const collector = await openCollector({ config, clock: systemClock, log: openLog(config.log), migrate: true });
  const { token } = addBooth(collector, booth);
  collector.db.close();
  return token;
}

function filesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** One upload, exactly as given. */
export async function sendPackage(
  url: string,
  { token, booth, meta, crop }: { token: string; booth: string; meta: unknown; crop: Uint8Array },
): Promise<Answer> {
  const form = new FormData();
  form.set("meta", typeof meta === "string" ? meta : JSON.stringify(meta));
  form.set("crop", new Blob([new Uint8Array(crop)], { type: "image/jpeg" }), "crop.jpg");
  const headers = { authorization: `Bearer ${token}`, "x-booth-id": booth };
  const response = await fetch(`${url}/ingest`, { method: "POST", headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends a package and labels it; both must be taken. */
export async function sendLabelled(here: TestCollector, meta: ReviewMeta, verdict: string): Promise<void> {
  assert.equal((await here.send(meta)).status, 201);
  const path = `/api/items/${meta.boothId}/${meta.itemId}/verdict`;
  assert.equal((await here.post(path, { verdict, client: "client-anna" })).status, 200);
}

/** An id that the same seed gives again; without one a fresh one. */
function idOf(seed: number | undefined): string {
  if (seed === undefined) return randomUUID();
  const hex = createHash("sha256").update(String(seed)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function washMeta(more: Partial<WashMeta> = {}, seed?: number): WashMeta {
  return {
    kind: "wash",
    itemId: idOf(seed),
    boothId: "booth-1",
    takenAt: "2026-11-20T11:54:00.000Z",
    cameraClass: "suv",
    order: { id: "order-1" },
    operator: { hash: "operator-a" },
    operatorCategory: { id: "large", name: "Large", classes: ["suv", "van"] },
    ...more,
  };
}

export function entryMeta(more: Partial<EntryMeta> = {}, seed?: number): EntryMeta {
  return {
    kind: "entry",
    itemId: idOf(seed),
    boothId: "booth-1",
    takenAt: "2026-11-20T11:54:00.000Z",
    cameraClass: "sedan",
    ...more,
  };
}
