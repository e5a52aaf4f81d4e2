import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDb } from "../../common/node/db.ts";
import { readReviewStatus } from "../../daemon/services/reviews/status.ts";
import { childEnvironment, freePort, openHere, spawnBoothctl } from "../helpers/child-booth.ts";
import { makeCollector, REVIEWER_LOGIN } from "../helpers/collector.ts";
import { until } from "../helpers/until.ts";
import { type BadLink, openBadLink } from "./bad-link.ts";
import { diskMb } from "./footprint.ts";
import { type Killable, openKillable, openStorm } from "./killable.ts";
import { type Queued, queuePackages } from "./review-packages.ts";
import { filesIn, judgeBooth, judgeCollector } from "./review-verdict.ts";

const BOOTH = "booth-1";
/** About one fault in so many bytes, which is one in sixteen packages. */
const BYTES_BETWEEN = 1_000_000;
const LOOK_EVERY_MS = 50;
/** A pause of the booth's that ends later than this is cut short as people do it: `boothctl review flush`. */
const LONGEST_PAUSE_MS = 1000;
/** Nothing arriving for so long is a queue that is stuck. */
const STUCK_MS = 180_000;

export interface ReviewProof {
  packages: number;
  /** How often each of booth and collector is killed. */
  kills: number;
  onArrived?(count: number): void;
}

export interface ReviewFigures {
  packages: number;
  seconds: number;
  /** How often each was killed, those in the start included. */
  kills: { booth: number; collector: number };
  /** How often a flush ran beside the booth. */
  flushes: number;
  faults: BadLink["counts"];
  /** Of the booth: the most that any of its processes took; what its directory took when all was queued, at most, and at the end. */
  memoryMb: number;
  diskMb: { full: number; most: number; end: number };
  violations: string[];
}

/** Sends a queue over a bad link while both of its ends are killed, and looks whether all of it arrives, once and whole. */
export async function proveReview(proof: ReviewProof): Promise<ReviewFigures> {
  const folder = mkdtempSync(join(tmpdir(), "booth-review-"));
  const collectorDir = join(folder, "collector");
  const boothDir = join(folder, "booth");
  const port = await freePort();
  const link = await openBadLink(`http://127.0.0.1:${port}`, BYTES_BETWEEN);
  const collectorEnv = { DATA_DIR: collectorDir, PORT: String(port), REVIEWER_LOGIN, LOG_LEVEL: "error" };
  const collector = openKillable(() => spawnBoothctl(collectorEnv, ["collector", "serve"]));
  const token = await makeCollector(collectorEnv, BOOTH);
  const sending = { COLLECTOR_URL: link.url, COLLECTOR_TOKEN: token, BOOTH_ID: BOOTH, LOG_LEVEL: "fatal" };
  const boothEnv = childEnvironment(boothDir, await freePort(), sending);
  const booth = openKillable(() => spawnBoothctl(boothEnv, ["serve"]));
  try {
    const here = await openHere(boothEnv);
    const queued = await queuePackages(here, proof.packages);
    here.db.close();
    return await drive(proof, { booth, collector, link, queued, boothEnv, boothDir, collectorDir });
  } finally {
    await Promise.all([booth.kill(), collector.kill()]);
    await link.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Scene {
  booth: Killable;
  collector: Killable;
  link: BadLink;
  queued: readonly Queued[];
  boothEnv: Record<string, string>;
  boothDir: string;
  collectorDir: string;
}

async function drive(proof: ReviewProof, scene: Scene): Promise<ReviewFigures> {
  const { booth, collector, link, queued, boothEnv, boothDir, collectorDir } = scene;
  const startedAt = performance.now();
  const full = diskMb(boothDir);
  const disk = { full, most: full, end: full };
  const reader = openReader(boothDir, collectorDir);
  const flusher = openFlusher(boothEnv);
  const storms = [booth, collector].map((side) => openStorm(side, { kills: proof.kills, of: proof.packages }));
  collector.start();
  booth.start();
  let arrivedAt = performance.now();
  let arrived = 0;
  for (let look = 0; !reader.isEmpty(); look += 1) {
    const now = reader.arrived();
    if (now > arrived) arrivedAt = performance.now();
    arrived = now;
    if (performance.now() - arrivedAt > STUCK_MS) throw new Error(`nothing arrives any more: ${reader.lastError()}`);
    proof.onArrived?.(arrived);
    for (const storm of storms) storm.at(arrived);
    if (reader.pauseMs() > LONGEST_PAUSE_MS) flusher.run();
    if (look % 20 === 0) disk.most = Math.max(disk.most, diskMb(boothDir));
    await pause(LOOK_EVERY_MS);
  }
  await Promise.all([...storms.map(({ settled }) => settled()), flusher.settled()]);
  // What a kill left between the row and the file goes with the next start, which has come or comes now.
  await until(() => filesIn(join(boothDir, "review")).length === 0, "the crops to be gone", 20_000).catch(() => {});
  disk.end = diskMb(boothDir);
  reader.close();
  return {
    packages: queued.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    kills: { booth: booth.kills(), collector: collector.kills() },
    flushes: flusher.count(),
    faults: link.counts,
    memoryMb: booth.peakMb(),
    diskMb: disk,
    violations: [...judgeCollector(collectorDir, BOOTH, queued), ...judgeBooth(boothDir, queued)],
  };
}

/** Runs `boothctl review flush` beside the booth, one at a time. */
function openFlusher(env: Record<string, string>) {
  let count = 0;
  let running: Promise<unknown> | null = null;
  return {
    run() {
      if (running !== null) return;
      count += 1;
      running = spawnBoothctl(env, ["review", "flush"]).ended.then(() => {
        running = null;
      });
    },
    settled: async () => void (await running),
    count: () => count,
  };
}

/** Looks into both databases from outside, whoever is alive. */
function openReader(boothDir: string, collectorDir: string) {
  const booth = openDb(join(boothDir, "booth.db"), { readonly: true });
  const collector = openDb(join(collectorDir, "collector.db"), { readonly: true });
  const count = collector.prepare("SELECT count(*) FROM items").pluck();
  const config = { collectorUrl: null, carwashReviewEntrySample: 0 };
  const status = () => readReviewStatus({ db: booth, config });
  return {
    arrived: () => Number(count.get()),
    isEmpty: () => status().queue.items === 0,
    lastError: () => status().lastError?.message,
    /** How much longer the booth means to wait, in ms. */
    pauseMs() {
      const { nextTry } = status();
      return nextTry === null ? 0 : Date.parse(nextTry) - Date.now();
    },
    close() {
      booth.close();
      collector.close();
    },
  };
}
