// `tsx test/bench/tariff-replay.ts [events]`: the replay of a draft against the stays of a month, as a ratio to pricing
// the same stays twice and nothing else, and how long others wait for their turn meanwhile.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import { systemClock } from "../../common/node/clock.ts";
import { price } from "../../common/pricing.ts";
import type { Booth } from "../../daemon/context.ts";
import { endedStays, rangeSince } from "../../daemon/services/replayed-stays.ts";
import { siteOf } from "../../daemon/services/sites.ts";
import { openReplay } from "../../daemon/services/tariff-replay.ts";
import { openTestClock, startBooth } from "../helpers/booth.ts";
import { writeYear } from "./year.ts";

const FROM = "2026-11-01T00:00:00.000Z";
const TO = "2026-11-30T22:00:00.000Z";
const ROUNDS = 5;

/** Stays priced a second by the replay; the ratio is to bare pricing, the goal a share of it. */
export async function bench(
  events = 100_000,
): Promise<{ name: string; figure: string; ratio: number; goal: string }[]> {
  const here = await startBooth({ clock: openTestClock(TO), lanes: false });
  try {
    const { db, ledger } = here.booth;
    const { id } = db.prepare("SELECT id FROM tariffs").get() as { id: string };
    db.pragma("synchronous = OFF");
    const lanes = { entryLanes: ["entry-1"], exitLanes: ["exit-1"] };
    writeYear({ db, keys: ledger.keys, events, from: FROM, to: TO, tariffId: id, users: ["user-1"], ...lanes });
    const clock = { now: () => Date.parse(TO), monotonic: systemClock.monotonic };
    const replay = openReplay({ db, clock });
    const draft = { ...DEFAULT_RATE_TABLE, freeMinutes: 5 };
    let stays = 0;
    // The loop has stood still while the stays were written; that is not what is measured.
    await pause(100);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const whole = await best(async () => {
      const started = performance.now();
      stays = (await replay({ rateTable: draft, days: 30 })).sessions;
      return performance.now() - started;
    });
    delay.disable();
    const bare = await best(async () => priceTwice(here.booth, draft));
    const figure = `${Math.round(stays / (whole / 1000))} stays/s; others wait at most ${(delay.max / 1e6).toFixed(0)} ms`;
    return [{ name: `tariff replay: ${stays} stays`, figure, ratio: bare / whole, goal: "0.3" }];
  } finally {
    await here.close();
  }
}

/** Answers how long pricing took, without reading the stays. */
function priceTwice({ db }: Booth, draft: typeof DEFAULT_RATE_TABLE): number {
  const { timezone, currency } = siteOf(db);
  const stays = [...endedStays(db, rangeSince(db, FROM))].filter((stay) => typeof stay !== "string");
  const started = performance.now();
  for (const stay of stays)
    for (const table of [DEFAULT_RATE_TABLE, draft]) price(table, { ...stay, timezone, currency });
  return performance.now() - started;
}

/** The shortest of several rounds, each of which says how long it took, in milliseconds. */
async function best(round: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) times.push(await round());
  return Math.min(...times);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = await bench(Number(process.argv[2] ?? 100_000));
  for (const { name, figure, ratio } of found) console.log(`${name}: ${figure}; ratio ${ratio.toFixed(2)}`);
}
