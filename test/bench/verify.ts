import { execFile } from "node:child_process";
import { createHash, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { type Db, openDb } from "../../common/node/db.ts";
import { migrate } from "../../common/node/migrate.ts";
import { openChain } from "../../daemon/ledger/genesis.ts";
import { type LedgerKeys, openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { canonical, hashRecord, NOTHING_BEFORE, recordText, signHash } from "../../daemon/ledger/seal.ts";
import { verifyLedger } from "../../daemon/ledger/verify.ts";
import { insertRow, readHead } from "../../daemon/ledger/writer.ts";
import { BOOTH_ID, MIGRATIONS, SEED, setClock } from "../helpers/ledger.ts";

const ROUNDS = 5;
const EVENTS = 50_000;
const MILLION = 1_000_000;
const SIGNATURES = 20_000;

interface Figure {
  name: string;
  figure: string;
  ratio?: string;
  goal?: string;
}

/**
 * Verifying against the bare work it cannot do without: hashing the chain on one core for `--quick`, and Ed25519 on the
 * same number of cores for the full check. Then the memory of a million events.
 */
export async function bench(options: { million?: boolean } = {}): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), "booth-bench-"));
  const keys = openLedgerKeys(SEED);
  const cores = availableParallelism();
  const path = join(dir, "booth.db");
  try {
    const db = await writeChain(path, keys, EVENTS);
    const rates: Record<"chain" | "quick" | "bare" | "full", number[]> = { chain: [], quick: [], bare: [], full: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.chain.push(await rate(EVENTS, () => hashChain(db)));
      rates.quick.push(await rate(EVENTS, () => mustBeOk(path, { quick: true, cores: 0 })));
      rates.bare.push(await bareSignatures(keys, cores));
      rates.full.push(await rate(EVENTS, () => mustBeOk(path, { cores })));
    }
    db.close();
    const figures = [
      figure("verify: hash chain only, one core", rates.chain),
      {
        ...figure("verify: quick, one core", rates.quick),
        ratio: `${ratio(rates.quick, rates.chain)} of hash chain only`,
        goal: "0.70",
      },
      figure(`verify: bare Ed25519, ${cores} cores`, rates.bare),
      {
        ...figure(`verify: full, ${cores} cores`, rates.full),
        ratio: `${ratio(rates.full, rates.bare)} of bare Ed25519`,
        goal: "0.90",
      },
    ];
    return options.million === false ? figures : [...figures, await memoryOfMillion(join(dir, "million.db"), keys)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function mustBeOk(path: string, options: { quick?: boolean; cores: number }): Promise<void> {
  const { ok, firstBad } = await verifyLedger(path, options);
  if (!ok) throw new Error(`the bench's own chain is broken: ${firstBad?.message}`);
}

/** Resident memory at its highest while a million events are checked, in a process of its own as the command line is one. */
async function memoryOfMillion(path: string, keys: LedgerKeys): Promise<Figure> {
  (await writeChain(path, keys, MILLION, false)).close();
  const root = join(import.meta.dirname, "../..");
  const outdir = join(root, "dist", `.building-bench-${process.pid}`);
  const contents = `import { verifyLedger } from "./daemon/ledger/verify.ts";
    const started = performance.now();
    const { ok } = await verifyLedger(process.argv[2], { quick: true });
    console.log(JSON.stringify({ ok, kB: process.resourceUsage().maxRSS, ms: performance.now() - started }));`;
  try {
    const common = {
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      absWorkingDir: root,
      outdir,
    } as const;
    await build({ ...common, stdin: { contents, resolveDir: root, loader: "ts" } });
    await build({ ...common, entryPoints: [{ in: "daemon/ledger/verify-worker.ts", out: "verify-worker" }] });
    const { stdout } = await promisify(execFile)(process.execPath, [join(outdir, "stdin.js"), path]);
    const { ok, kB, ms } = JSON.parse(stdout) as { ok: boolean; kB: number; ms: number };
    if (!ok) throw new Error("the bench's own chain is broken");
    return {
      name: "verify: memory for 1,000,000 events",
      figure: `${Math.round(kB / 1000)} MB, ${(ms / 1000).toFixed(1)} s quick`,
      goal: "200 MB",
    };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Writes a chain straight into the file, much faster than a booth would; without `signAll` only the head is signed. */
async function writeChain(path: string, keys: LedgerKeys, count: number, signAll = true): Promise<Db> {
  const db = openDb(path);
  await migrate(db, MIGRATIONS, () => "2026-11-20T08:00:00.000Z");
  openChain(db, keys, BOOTH_ID, setClock());
  const data = canonical({ before: { name: "Main Street" }, after: { name: "Main Street, lower level" } });
  const nothing = Buffer.alloc(64);
  let { hash: prev, at } = readHead(db) ?? { hash: NOTHING_BEFORE, at: "" };
  const write = db.transaction((from: number, to: number) => {
    for (let seq = from; seq <= to; seq += 1) {
      at = new Date(Date.parse(at) + 10).toISOString();
      const id = `0192f0c0-0000-7000-8000-${String(seq).padStart(12, "0")}`;
      const row = { seq, id, kind: "site_change", at, actor: '{"id":"user-1","type":"user"}', lane: null, data, prev };
      prev = hashRecord(row);
      const sig = signAll || seq === count ? signHash(keys.privateKey, prev) : nothing;
      insertRow(db, { ...row, hash: prev, key_id: keys.keyId, sig });
    }
  });
  for (let from = 2; from <= count; from += 10_000) write(from, Math.min(count, from + 9999));
  return db;
}

type Row = [number, string, string, string, string, string | null, string, Buffer];

/** The least that proves a chain: read it, hash each record onto the hash before it. */
function hashChain(db: Db): void {
  let prev = "0".repeat(64);
  const rows = db
    .prepare<[], Row>("SELECT seq, id, kind, at, actor, lane, data, hash FROM events ORDER BY seq")
    .raw()
    .iterate();
  for (const [seq, id, kind, at, actor, lane, data, hash] of rows) {
    const found = createHash("sha256").update(recordText({ seq, id, kind, at, actor, lane, data }, prev)).digest("hex");
    prev = hash.toString("hex");
    if (found !== prev) throw new Error(`the bench's own chain is broken at ${seq}`);
  }
}

const SIGNER = `
const { parentPort, workerData } = require("node:worker_threads");
const { createPublicKey, verify } = require("node:crypto");
const key = createPublicKey(workerData.key);
parentPort.on("message", (count) => {
  for (let n = 0; n < count; n += 1) verify(null, workerData.text, key, workerData.sig);
  parentPort.postMessage(0);
});`;

/** Nothing but `crypto.verify` in as many threads; started before the time is taken. */
async function bareSignatures(keys: LedgerKeys, cores: number): Promise<number> {
  const hash = Buffer.alloc(32, 1);
  const sig = signHash(keys.privateKey, hash);
  const text = Buffer.concat([Buffer.from("parking-booth/event/v1\0"), hash]);
  if (!verify(null, text, keys.publicKey, sig)) throw new Error("the bench's own signature is wrong");
  const key = keys.publicKey.export({ format: "pem", type: "spki" });
  const workers = Array.from(
    { length: cores },
    () => new Worker(SIGNER, { eval: true, workerData: { key, text, sig } }),
  );
  const run = (count: number) =>
    Promise.all(workers.map((worker) => new Promise((resolve) => worker.once("message", resolve).postMessage(count))));
  await run(100);
  const figure = await rate(SIGNATURES * cores, () => run(SIGNATURES));
  await Promise.all(workers.map((worker) => worker.terminate()));
  return figure;
}

async function rate(count: number, work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1000;
}

function figure(name: string, samples: readonly number[]): Figure {
  return {
    name,
    figure: `${Math.round(median(samples))} events/s (${Math.round(Math.min(...samples))} to ${Math.round(Math.max(...samples))})`,
  };
}

/** The median of the rounds' own ratios: what slows the machine down slows both. */
function ratio(ours: readonly number[], theirs: readonly number[]): string {
  return median(ours.map((value, i) => value / (theirs[i] ?? 1))).toFixed(2);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await bench());
