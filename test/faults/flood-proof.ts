import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDb } from "../../common/node/db.ts";
import { openPasswords } from "../../common/node/passwords.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { assignMany } from "../../daemon/services/setup.ts";
import { createUser } from "../../daemon/services/users.ts";
import { type Client, openClient, TEST_PASSWORD_COST } from "../helpers/booth.ts";
import {
  type ChildBooth,
  childEnvironment,
  freePort,
  isHealthy,
  openHere,
  spawnBooth,
} from "../helpers/child-booth.ts";
import { until } from "../helpers/until.ts";

export interface FloodProof {
  perSecond: number;
  seconds: number;
}

export interface FloodFigures {
  /** Answers by their status, and how many a second there were. */
  answers: Record<string, number>;
  answeredPerSecond: number;
  events: number;
  /** How many of the refused requests the events count. */
  counted: number;
  memoryMb: { before: number; after: number };
  /** What a payment takes, in ms, without the flood and during it. */
  payments: { quiet: Spread; flooded: Spread };
}

interface Spread {
  n: number;
  p50: number;
  p99: number;
}

const simulated = { driver: "simulated", config: {} };

/** Floods one lane's ingress while a cashier takes money. */
export async function proveFlood(proof: FloodProof): Promise<FloodFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), "booth-flood-"));
  let booth: ChildBooth | undefined;
  try {
    const env = childEnvironment(dataDir, await freePort(), { LOG_LEVEL: "error" });
    await furnish(env);
    booth = spawnBooth(env);
    const running = booth;
    await until(() => isHealthy(running.url), "the booth to be up", 30_000);
    const measured = await measure(proof, running);
    running.child.kill("SIGTERM");
    await running.ended;
    const db = openDb(join(dataDir, "booth.db"), { readonly: true });
    const counts = db
      .prepare("SELECT data ->> 'count' FROM events WHERE kind = 'ingress_flood'")
      .pluck()
      .all() as number[];
    db.close();
    return { ...measured, events: counts.length, counted: counts.reduce((sum, count) => sum + count, 0) };
  } finally {
    booth?.child.kill("SIGKILL");
    await booth?.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function furnish(env: Record<string, string>): Promise<void> {
  const booth = await openHere(env);
  const actor = cliActor("test");
  const till = { username: "till", displayName: "Till", roleId: "cashier", language: "en" as const };
  await createUser(booth, openPasswords(TEST_PASSWORD_COST), actor, { ...till, password: "till-pass" });
  await assignMany(booth, actor, [{ lane: "entry-1", direction: "entry", devices: { access: simulated } }]);
  booth.db.close();
}

async function measure({ perSecond, seconds }: FloodProof, { url, child }: ChildBooth) {
  const client = openClient(url);
  await client.post("/api/auth/login", { username: "till", password: "till-pass" });
  await client.post("/api/shifts", { float: 10_000 });
  const quiet = await takePayments(client, seconds * 1000);
  const before = memoryMb(child.pid);
  const flood = spawn(
    process.execPath,
    [
      ...["--import", import.meta.resolve("tsx"), join(import.meta.dirname, "flooder.ts")],
      ...[`${url}/api/ingress/presence/entry-1`, String(perSecond), String(seconds)],
    ],
    { stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const ended = once(flood, "message");
  await pause(1000);
  const flooded = await takePayments(client, seconds * 1000 - 1000);
  const [{ answers, seconds: took }] = (await ended) as [{ answers: Record<string, number>; seconds: number }];
  const all = Object.values(answers).reduce((sum, n) => sum + n, 0);
  return {
    answers,
    answeredPerSecond: Math.round(all / took),
    memoryMb: { before, after: memoryMb(child.pid) },
    payments: { quiet, flooded },
  };
}

/** Takes money without a pause, and measures each payment from its request to its answer. */
async function takePayments(client: Client, forMs: number): Promise<Spread> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const enteredAt = new Date(Date.now() - 5_400_000).toISOString();
    const stay = await client.post("/api/sessions", { enteredAt, reason: "flood proof" });
    const quote = await client.get(`/api/sessions/${stay.body.id}/quote`);
    const { sessionId, quotedAt, amount } = quote.body;
    const began = performance.now();
    const paid = await client.post("/api/payments", { sessionId, quotedAt, amount, method: "card" });
    if (paid.status !== 201) throw new Error(`a payment was answered ${paid.status} ${paid.text}`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
  return { n: times.length, p50: at(0.5), p99: at(0.99) };
}

function memoryMb(pid: number | undefined): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kb) / 1000);
}
