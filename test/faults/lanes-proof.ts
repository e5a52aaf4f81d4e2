import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ChildBooth, childEnvironment, freePort, isHealthy, spawnBooth } from "../helpers/child-booth.ts";
import { until } from "../helpers/until.ts";
import { type HardwareProcess, startHardware } from "./hardware-process.ts";
import type { Trouble } from "./lane-hardware.ts";
import { furnish, TILL } from "./lane-site.ts";
import { openTraffic, type Pair, type Sent } from "./lane-traffic.ts";
import { intentsIn, judgeLanes, type Opened } from "./lane-verdict.ts";
import { judgePapers, receiptsOn } from "./paper-verdict.ts";
import { openTill } from "./till.ts";

export interface LanesProof {
  /** Entries, and as many exits. */
  pairs: number;
  /** How many processes the lanes' hardware is spread over. */
  processes: number;
  /** How often something happens to a device, at random. */
  faults: number;
  /** How long traffic runs with all devices well, and again with half of them dead. */
  steadyMs: number;
  onFault?(done: number): void;
}

export interface LanesFigures {
  reads: number;
  /** Cards among them, and cards that were held out to a reader in trouble. */
  cards: number;
  cardsUnread: number;
  turnedAway: number;
  opened: number;
  faults: number;
  /** Receipts that were asked for, and those on paper; more where one broke off and came again as a copy. */
  receipts: { asked: number; printed: number };
  /** From the read to the intent in the ledger, in ms. */
  healthy: Spread;
  halfDead: Spread;
  /** At lanes to which nothing happened while something happened to others. */
  others: Spread;
  violations: string[];
}

interface Spread {
  p50: number;
  p99: number;
  max: number;
}

/** Cars at many lanes while their devices are unplugged, slowed down, driven mad and restarted. */
export async function proveLanes(proof: LanesProof): Promise<LanesFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), "booth-lanes-"));
  const hardware: HardwareProcess[] = [];
  let booth: ChildBooth | undefined;
  try {
    const opened: Opened[] = [];
    const papers: string[] = [];
    const lanes = Array.from({ length: proof.pairs }, (_, i) => [`entry-${i + 1}`, `exit-${i + 1}`]).flat();
    const events = {
      onOpened: (lane: string, at: number) => void opened.push({ lane, at }),
      onPaper: (text: string) => void papers.push(text),
    };
    for (let index = 0; index < proof.processes; index += 1) {
      const own = lanes.filter((_, lane) => lane % proof.processes === index);
      hardware.push(await startHardware(own, events));
    }
    const env = childEnvironment(dataDir, await freePort(), { LOG_LEVEL: "error" });
    const pairs = await furnish(env, {
      pairs: proof.pairs,
      cards: cardsFor(proof),
      ports: hardware.flatMap(({ ports }) => ports),
    });
    booth = spawnBooth(env);
    const { url } = booth;
    await until(() => isHealthy(url), "the booth to be up", 30_000);
    await pause(2000);
    return await drive(proof, { url, path: join(dataDir, "booth.db"), pairs, hardware, opened, papers });
  } finally {
    booth?.child.kill("SIGTERM");
    await booth?.ended;
    await Promise.all(hardware.map((process) => process.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** More than one pair of lanes can use in the time a proof takes; a card comes every four seconds. */
const cardsFor = ({ steadyMs, faults }: LanesProof) => Math.ceil((2 * steadyMs + 3000 * faults) / 4000) + 10;

interface Site {
  url: string;
  path: string;
  pairs: readonly Pair[];
  hardware: readonly HardwareProcess[];
  opened: Opened[];
  papers: string[];
}

async function drive(proof: LanesProof, site: Site): Promise<LanesFigures> {
  const { url, path, pairs, hardware, opened, papers } = site;
  const holdOut = async (lane: string, card: string) =>
    (await hardware.find(({ ports }) => ports.some((port) => port.lane === lane))?.holdOut(lane, card)) ?? null;
  const traffic = openTraffic(url, pairs, holdOut);
  const till = await openTill(
    url,
    TILL,
    pairs.map(({ exit }) => exit),
  );
  let over = false;
  const isOver = () => over;
  const running = Promise.all([traffic.run(isOver), till.run(isOver)]);
  const phase = async (run: () => Promise<unknown>) => {
    const from = Date.now();
    await run();
    return { from, to: Date.now() };
  };
  const lanes = hardware.flatMap(({ ports }) => ports.map(({ lane }) => lane));
  const half = new Set(lanes.filter((_, index) => index % 2 === 0));
  const putHalf = (trouble: Trouble) => {
    for (const process of hardware)
      for (const { lane } of process.ports) if (half.has(lane)) process.put(lane, trouble);
  };
  const steady = await phase(() => pause(proof.steadyMs));
  putHalf("dead");
  await pause(1000);
  const halfDead = await phase(() => pause(proof.steadyMs));
  putHalf("none");
  await pause(3000);
  const troubles = await causeTrouble(proof, hardware);
  over = true;
  await running;
  await pause(4000);
  await till.untilPrinted();
  const intents = new Map(intentsIn(path).map(({ lane, who, at }) => [`${lane} ${who}`, at]));
  const within = (of: (sent: Sent) => boolean) =>
    spreadOf(
      traffic.sent
        .filter(of)
        .map(({ lane, who, at }) => (intents.get(`${lane} ${who}`) ?? Number.POSITIVE_INFINITY) - at),
    );
  const isIn = ({ from, to }: { from: number; to: number }, at: number) => at >= from && at < to;
  const isOther = ({ lane, at }: Sent) =>
    troubles.some((trouble) => isIn(trouble, at)) &&
    !troubles.some(({ from, to, lanes: hit }) => isIn({ from, to: to + 3000 }, at) && hit.includes(lane));
  return {
    reads: traffic.sent.length,
    cards: traffic.sent.filter(({ by }) => by === "reader").length,
    cardsUnread: traffic.unread(),
    turnedAway: traffic.turnedAway.length,
    opened: opened.length,
    faults: troubles.length,
    receipts: { asked: till.asked.length, printed: papers.flatMap(receiptsOn).length },
    healthy: within(({ at }) => isIn(steady, at)),
    halfDead: within(({ at }) => isIn(halfDead, at)),
    others: within(isOther),
    violations: [
      ...judgeLanes(path, traffic.sent, opened),
      ...judgePapers(path, till.asked, papers),
      ...traffic.turnedAway,
      ...till.violations,
    ],
  };
}

interface Happened {
  from: number;
  to: number;
  lanes: readonly string[];
}

const TROUBLES: readonly (Trouble | "restart")[] = ["dead", "slow", "garbage", "restart"];
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** One trouble after the other, each at one lane's devices, a restart at all that are in one process. */
async function causeTrouble(
  { faults, onFault }: LanesProof,
  hardware: readonly HardwareProcess[],
): Promise<Happened[]> {
  const happened: Happened[] = [];
  for (let done = 0; done < faults; done += 1) {
    const process = pick(hardware);
    const { lane } = pick(process.ports);
    const trouble = TROUBLES[done % TROUBLES.length] ?? "dead";
    const from = Date.now();
    if (trouble === "restart") await process.restart();
    else {
      process.put(lane, trouble);
      await pause(300 + Math.random() * 1200);
      process.put(lane, "none");
    }
    const hit = trouble === "restart" ? process.ports.map((port) => port.lane) : [lane];
    happened.push({ from, to: Date.now(), lanes: hit });
    await pause(Math.random() * 300);
    onFault?.(done + 1);
  }
  return happened;
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
