import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Router from "@koa/router";
import Koa from "koa";
import { openPasswords } from "../../common/node/passwords.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { enterByHand } from "../../daemon/services/sessions.ts";
import { createUser } from "../../daemon/services/users.ts";
import { type Client, startBooth, TEST_PASSWORD_COST, type TestBooth } from "../helpers/booth.ts";
import type { Task } from "./load.ts";

const ROUNDS = 7;
const ROUND_MS = 1000;
const CONNECTIONS = 16;
const CASHIERS = 32;
const PAYMENTS_EACH = 25;

type Figure = { name: string; figure: string; ratio?: number; goal?: string };

/** Measures a guarded read of one row against a bare route, and how far the slow payments lie from the usual ones. */
export async function bench(): Promise<Figure[]> {
  const here = await startBooth();
  const load = fork(join(import.meta.dirname, "load.ts"), { execArgv: ["--import", import.meta.resolve("tsx")] });
  try {
    return [...(await benchReads(here, load)), await benchPayments(here, load)];
  } finally {
    load.kill();
    await here.close();
  }
}

async function benchReads(here: TestBooth, load: ChildProcess): Promise<Figure[]> {
  const cashier = await here.signIn("cashier");
  const { id } = (await cashier.post("/api/shifts", { float: 10_000 })).body as { id: string };
  const path = `/api/shifts/${id}`;
  const bare = await startBare(path, (await cashier.get(path)).text);
  const headers = { cookie: cookieOf(cashier) };
  const tasks = { bare: portOf(bare), guarded: Number(new URL(here.url).port) };
  const rates = { bare: [] as number[], guarded: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["bare", "guarded"] as const) {
      const rate = await run<number>(load, {
        kind: "read",
        port: tasks[name],
        path,
        headers,
        connections: CONNECTIONS,
        ms: ROUND_MS,
      });
      // The first round warms up.
      if (round > 0) rates[name].push(rate);
    }
  }
  bare.close();
  const ratio = median(rates.guarded) / median(rates.bare);
  return [
    { name: "requests: a bare Koa and router route", figure: `${Math.round(median(rates.bare))} /s` },
    {
      name: "requests: a guarded read of one row",
      figure: `${Math.round(median(rates.guarded))} /s`,
      ratio,
      goal: "≥ 0.50 of bare",
    },
  ];
}

async function startBare(path: string, text: string): Promise<Server> {
  const koa = new Koa();
  const router = new Router();
  router.get(path, (ctx) => {
    ctx.type = "application/json";
    ctx.body = text;
  });
  koa.use(router.routes());
  const server = createServer(koa.callback());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

async function benchPayments(here: TestBooth, load: ChildProcess): Promise<Figure> {
  const actor = cliActor("bench");
  const passwords = openPasswords(TEST_PASSWORD_COST);
  const cashiers: { headers: Record<string, string>; stays: string[] }[] = [];
  for (let index = 0; index < CASHIERS; index += 1) {
    const username = `till-${index}`;
    await createUser(here.booth, passwords, actor, {
      username,
      displayName: username,
      roleId: "cashier",
      language: "en",
      password: `${username}-pass`,
    });
    const client = await here.signIn(username);
    await client.post("/api/shifts", { float: 0 });
    const stays = await Promise.all(
      Array.from({ length: PAYMENTS_EACH }, (_, stay) => enter(here, `P${index}X${stay}`)),
    );
    cashiers.push({
      headers: { cookie: cookieOf(client), "x-csrf-token": client.cookies.get("parking_csrf") ?? "" },
      stays,
    });
  }
  const times = (await run<number[]>(load, { kind: "pay", url: here.url, cashiers }))
    .slice(CASHIERS * 3)
    .sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const figure = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`;
  return { name: `payments: ${CASHIERS} cashiers at once`, figure, ratio: at(0.99) / at(0.5), goal: "p99 ≤ 3 × p50" };
}

async function enter({ booth, clock }: TestBooth, plate: string): Promise<string> {
  const enteredAt = new Date(clock.now() - 5_400_000).toISOString();
  return (await enterByHand(booth, cliActor("bench"), { plate, vehicleClass: "sedan", enteredAt, reason: "bench" })).id;
}

function run<T>(load: ChildProcess, task: Task): Promise<T> {
  return new Promise((resolve, reject) => {
    load.once("message", ({ value, error }: { value?: T; error?: string }) =>
      value === undefined ? reject(new Error(error)) : resolve(value),
    );
    load.send(task);
  });
}

const cookieOf = (client: Client) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, figure, ratio } of await bench())
    console.log(`${name}: ${figure}${ratio === undefined ? "" : ` (${ratio.toFixed(2)})`}`);
}
