import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Db, openDb } from "../../common/node/db.ts";
import { openPasswords } from "../../common/node/passwords.ts";
import { verifyLedger } from "../../daemon/ledger/verify.ts";
import { compareReadModels } from "../../daemon/read-models/rebuild.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { createUser } from "../../daemon/services/users.ts";
import { TEST_PASSWORD_COST } from "../helpers/booth.ts";
import {
  type ChildBooth,
  childEnvironment,
  freePort,
  isHealthy,
  openHere,
  spawnBooth,
} from "../helpers/child-booth.ts";
import { until } from "../helpers/until.ts";
import { openPayingClient, type PayingClient } from "./paying-client.ts";

const CLIENTS = 8;
/** One kill in so many falls into the start. */
const IN_START = 8;
/** The read models are replayed after each of the first kills, and then after one in so many. */
const ALWAYS_REPLAYED = 10;
const REPLAYED = 20;

export interface KillStorm {
  kills: number;
  onKill?(done: number): void;
}

export interface KillFigures {
  kills: number;
  acknowledged: number;
  retried: number;
  resent: number;
  events: number;
  /** From starting the process to the first 200 of /healthz. */
  restartMs: { p50: number; max: number };
  violations: string[];
}

/**
 * Kills a booth that takes money, over and over, and looks after each restart whether every acknowledged payment is in
 * the ledger exactly once and the chain holds. Throws only when the booth cannot be used at all.
 */
export async function runKillStorm(storm: KillStorm): Promise<KillFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), "booth-kill-"));
  try {
    return await stormIn(dataDir, storm);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function stormIn(dataDir: string, { kills, onKill }: KillStorm): Promise<KillFigures> {
  const env = childEnvironment(dataDir, await freePort(), { LOG_LEVEL: "warn" });
  const names = Array.from({ length: CLIENTS }, (_, index) => `till-${index + 1}`);
  await makeCashiers(env, names);
  const path = join(dataDir, "booth.db");
  const restarts: number[] = [];
  const violations: string[] = [];
  let booth = await startTimed(env, []);
  let over = false;
  try {
    const clients = await Promise.all(names.map((name, index) => openPayingClient(booth.url, name, index)));
    const tills = clients.map((client) => client.run(() => over));
    const checker = openChecker(path, clients, violations);
    for (let done = 0; done < kills; done += 1) {
      await somePayments(clients);
      await kill(booth);
      if (done % IN_START === IN_START - 1) await killInStart(env);
      booth = await startTimed(env, restarts);
      await checker.checkNew(done < ALWAYS_REPLAYED || done % REPLAYED === 0);
      onKill?.(done + 1);
    }
    over = true;
    await Promise.all(tills);
    await checker.checkAll();
    const sum = (of: (client: PayingClient) => number) => clients.reduce((total, client) => total + of(client), 0);
    return {
      kills,
      acknowledged: sum((client) => client.acknowledged.length),
      retried: sum((client) => client.counts.retried),
      resent: sum((client) => client.counts.resent),
      events: checker.events(),
      restartMs: spreadOf(restarts),
      violations: [...violations, ...clients.flatMap((client) => client.violations)],
    };
  } finally {
    over = true;
    await kill(booth);
  }
}

/** A moment that comes as soon on a slow machine as on a fast one: after some payments, and not at the end of one. */
async function somePayments(clients: readonly PayingClient[]): Promise<void> {
  const count = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const enough = count() + 5 + Math.floor(Math.random() * 60);
  await until(() => count() >= enough, "payments before the next kill", 60_000);
  await pause(Math.random() * 20);
}

async function makeCashiers(env: Record<string, string>, names: readonly string[]): Promise<void> {
  const booth = await openHere(env);
  const passwords = openPasswords(TEST_PASSWORD_COST);
  for (const username of names) {
    await createUser(booth, passwords, cliActor("test"), {
      username,
      displayName: username,
      roleId: "cashier",
      language: "en",
      password: `${username}-pass`,
    });
  }
  booth.db.close();
}

async function startTimed(env: Record<string, string>, restarts: number[]): Promise<ChildBooth> {
  const startedAt = performance.now();
  const booth = spawnBooth(env);
  while (!(await isHealthy(booth.url))) {
    if (booth.child.exitCode !== null || performance.now() - startedAt > 20_000)
      throw new Error(`the booth does not start:\n${booth.log()}`);
    await pause(5);
  }
  restarts.push(performance.now() - startedAt);
  return booth;
}

async function kill(booth: ChildBooth): Promise<void> {
  booth.child.kill("SIGKILL");
  await booth.ended;
}

async function killInStart(env: Record<string, string>): Promise<void> {
  const booth = spawnBooth(env);
  await pause(Math.random() * 400);
  await kill(booth);
}

/** Looks at the ledger from outside, read-only, while the booth runs. */
function openChecker(path: string, clients: readonly PayingClient[], violations: string[]) {
  const looked = clients.map(() => 0);
  let verifiedTo = 0;
  const within = async (work: (db: Db) => Promise<void> | void) => {
    const db = openDb(path, { readonly: true });
    try {
      await work(db);
    } finally {
      db.close();
    }
  };
  const checkChain = async (db: Db, from: number) => {
    const verification = await verifyLedger(db, { from, cores: 0 });
    verifiedTo = verification.head?.seq ?? 0;
    if (!verification.ok) violations.push(`the chain is broken: ${JSON.stringify(verification.firstBad)}`);
  };
  const checkPayments = (db: Db, from: (index: number) => number) => {
    const inLedger = db.prepare(
      "SELECT data ->> 'sessionId' AS sessionId, data ->> 'amount' AS amount FROM events WHERE seq = ? AND kind = 'payment' AND data ->> 'paymentId' = ?",
    );
    const inModel = db.prepare("SELECT count(*) FROM payments WHERE session_id = ?").pluck();
    for (const [index, { acknowledged }] of clients.entries()) {
      const upTo = acknowledged.length;
      for (const { id, seq, sessionId, amount } of acknowledged.slice(from(index), upTo)) {
        const row = inLedger.get(seq, id) as { sessionId: string; amount: number } | undefined;
        if (row?.sessionId !== sessionId || row.amount !== amount)
          violations.push(`payment ${id} was acknowledged and is not in the ledger`);
        const times = inModel.get(sessionId);
        if (times !== 1) violations.push(`stay ${sessionId} was paid ${times} times`);
      }
      looked[index] = upTo;
    }
  };
  return {
    events: () => verifiedTo,
    checkNew: (replay: boolean) =>
      within(async (db) => {
        checkPayments(db, (index) => looked[index] ?? 0);
        await checkChain(db, Math.max(1, verifiedTo));
        if (replay) checkModels(db, violations);
      }),
    checkAll: () =>
      within(async (db) => {
        checkPayments(db, () => 0);
        await checkChain(db, 1);
        const twice = db
          .prepare(
            "SELECT count(*) FROM (SELECT 1 FROM events WHERE kind = 'payment' GROUP BY data ->> 'sessionId' HAVING count(*) > 1)",
          )
          .pluck()
          .get();
        if (twice !== 0) violations.push(`${twice} stays were paid more than once`);
        checkModels(db, violations);
      }),
  };
}

/** The read models must say what the events say when they are replayed. */
function checkModels(db: Db, violations: string[]): void {
  const difference = compareReadModels(db);
  if (difference) violations.push(`a read model differs at ${difference.seq}: ${difference.message}`);
}

function spreadOf(times: readonly number[]): { p50: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0), max: Math.round(sorted.at(-1) ?? 0) };
}
