import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Koa from "koa";
import { koaBody } from "koa-body";
import { openDb } from "../../common/node/db.ts";
import { startCollector, type TestCollector } from "../helpers/collector.ts";
import { jpegOf } from "../helpers/hostile-uploads.ts";
import type { UploadTask, UploadTimes } from "./upload-load.ts";

const CROP_BYTES = 60_000;
const ROUNDS = 5;
const UPLOADS = 400;
const CONNECTIONS = [1, 8, 32];

interface Figure {
  name: string;
  figure: string;
  ratio?: string;
  goal?: string;
}

/** What is measured in turn: the disk alone, a plain form parser to disk, and the collector. */
interface Rig {
  bare(count: number, writers: number): Promise<UploadTimes>;
  plain(count: number, connections: number): Promise<UploadTimes>;
  collector(count: number, connections: number): Promise<UploadTimes>;
}

/** Ingest of crops of 60 kB against writing and fsyncing the same bytes bare, in alternation, as medians of the rounds. */
export async function bench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "ingest-"));
  const here = await startCollector();
  const load = fork(join(import.meta.dirname, "upload-load.ts"), {
    execArgv: ["--import", import.meta.resolve("tsx")],
  });
  const plain = await startPlain(join(folder, "plain"));
  try {
    const rig = await openRig(folder, here, plain, load);
    const figures: Figure[] = [];
    for (const connections of CONNECTIONS) figures.push(...(await measure(rig, connections)));
    return figures;
  } finally {
    load.kill();
    plain.closeAllConnections();
    plain.close();
    await here.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(rig: Rig, connections: number): Promise<Figure[]> {
  const rates: Record<keyof Rig, number[]> = { bare: [], plain: [], collector: [] };
  const slowest: Record<keyof Rig, number[]> = { bare: [], plain: [], collector: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["bare", "plain", "collector"] as const) {
      const { wholeMs, eachMs } = await rig[name](UPLOADS, connections);
      // The first round warms up.
      if (round === 0) continue;
      rates[name].push((UPLOADS / wholeMs) * 1000);
      slowest[name].push([...eachMs].sort((a, b) => a - b)[Math.floor(eachMs.length * 0.99)] ?? 0);
    }
  }
  const of = (name: keyof Rig) => `${Math.round(median(rates[name]))} /s, p99 ${median(slowest[name]).toFixed(1)} ms`;
  const at = `${connections} at once`;
  return [
    { name: `ingest, ${at}: 60 kB written and fsynced, bare`, figure: of("bare") },
    { name: `ingest, ${at}: koa-body to disk, fsynced, and a row`, figure: of("plain") },
    {
      name: `ingest, ${at}: the collector`,
      figure: of("collector"),
      ratio: `${ratio(rates.collector, rates.bare)} of bare, ${ratio(rates.collector, rates.plain)} of koa-body, p99 ${ratio(slowest.collector, slowest.plain)}`,
      goal: connections === 8 ? "≥ 1.15 of koa-body, p99 ≤ 0.75" : "",
    },
  ];
}

async function openRig(folder: string, here: TestCollector, plain: Server, load: ChildProcess): Promise<Rig> {
  const bytes = jpegOf(CROP_BYTES);
  const crop = bytes.toString("base64");
  const bareFolder = join(folder, "bare");
  await mkdir(bareFolder, { recursive: true });
  const own = { authorization: `Bearer ${here.tokens["booth-1"]}`, "x-booth-id": "booth-1" };
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  return {
    bare: (count, writers) => writeBare(bareFolder, bytes, count, writers),
    plain: (count, connections) => run(load, { url: plainUrl, headers: {}, crop, count, connections }),
    collector: (count, connections) => run(load, { url: here.url, headers: own, crop, count, connections }),
  };
}

/** Writes, syncs and moves each file into place, and syncs its folder: no less is an acknowledgement. */
async function writeBare(folder: string, bytes: Buffer, count: number, writers: number): Promise<UploadTimes> {
  const eachMs: number[] = [];
  let left = count;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await keepBare(folder, `${left}.jpg`, bytes);
      eachMs.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: writers }, one));
  return { wholeMs: performance.now() - startedAt, eachMs };
}

async function keepBare(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `${name}.tmp`);
  const file = await open(temporary, "w");
  await file.writeFile(bytes);
  await file.datasync();
  await file.close();
  await rename(temporary, join(folder, name));
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}

interface PlainForm {
  files: Record<string, { filepath: string; newFilename: string }>;
  body: { meta: string };
}

/** What one would write first: the form parser's own file, synced and moved into place, and a row for it. */
async function startPlain(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true });
  const db = openDb(join(folder, "plain.db"));
  db.exec("CREATE TABLE items (id TEXT PRIMARY KEY, meta TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO items (id, meta) VALUES (?, ?)");
  const koa = new Koa();
  koa.use(koaBody({ multipart: true, formidable: { uploadDir: folder, maxFileSize: 2_097_152 } }));
  koa.use(async (ctx) => {
    const { files, body } = ctx.request as unknown as PlainForm;
    const { filepath = "", newFilename = "" } = files.crop ?? {};
    const file = await open(filepath, "r+");
    await file.datasync();
    await file.close();
    await rename(filepath, join(folder, `${newFilename}.jpg`));
    await syncFolder(folder);
    insert.run(newFilename, body.meta);
    ctx.status = 201;
  });
  const server = createServer(koa.callback()).once("close", () => db.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

function run(load: ChildProcess, task: UploadTask): Promise<UploadTimes> {
  return new Promise((resolve, reject) => {
    load.once("message", ({ value, error }: { value?: UploadTimes; error?: string }) =>
      value === undefined ? reject(new Error(error)) : resolve(value),
    );
    load.send(task);
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median of the rounds' own ratios: what slows the machine down slows both. */
function ratio(ours: readonly number[], theirs: readonly number[]): string {
  return median(ours.map((value, round) => value / (theirs[round] ?? 1))).toFixed(2);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await bench());
