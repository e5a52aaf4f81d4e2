// `tsx test/bench/reports.ts [events]`: each report over a year of a million events, and the ledger's list by each
// filter, over HTTP on one connection; the median and the worst of several rounds.
import { pathToFileURL } from "node:url";
import { openTestClock, startBooth, type TestBooth } from "../helpers/booth.ts";
import { countSums, writeYear } from "./year.ts";

const ROUNDS = 7;
const GOAL_MS = 200;
const YEAR = "from=2025-12-01&to=2026-11-30";

interface Figure {
  name: string;
  figure: string;
  ratio?: number;
  goal?: string;
}

const REPORTS = [
  ...["hour", "day", "lane", "method", "tariff", "person"].map((by) => `reports/revenue?by=${by}&${YEAR}`),
  `reports/revenue?by=hour&format=csv&${YEAR}`,
  ...["hour", "day"].map((by) => `reports/occupancy?by=${by}&${YEAR}`),
  "reports/occupancy?by=quarter&from=2026-09-01&to=2026-11-30",
  `reports/exceptions?${YEAR}`,
  `reports/exceptions?kind=debt&${YEAR}`,
  `reports/exceptions?format=csv&${YEAR}`,
  "reports/day",
  "reports/day?date=2026-03-29",
];

const EVENTS = [
  "events?limit=500",
  "events?kind=payment",
  "events?lane=exit-1",
  "events?lane=none",
  "events?actor=nobody",
  "events?actor=user-2",
  "events?kind=void&lane=exit-1",
  "events?kind=session_open&lane=exit-1",
  "events?kind=session_open&actor=user-2",
  "events?kind=payment&actor=nobody&lane=exit-1",
  "events?lane=entry-1&actor=user-2",
  "events?after=500000&before=500010",
  "events?from=2026-05-28T00:00:00Z&to=2026-05-29T00:00:00Z",
  "events?kind=void&from=2026-05-28T00:00:00Z&to=2026-05-29T00:00:00Z",
  "events?kind=session_open&lane=exit-1&from=2026-05-28T00:00:00Z&to=2026-05-29T00:00:00Z",
  "events?kind=payment&lane=exit-1&actor=user-2&to=2026-05-29T00:00:00Z",
  "events/actors",
];

/** The figures of the reports; the goal is at most 200 ms each. */
export async function bench(events = 1_000_000): Promise<Figure[]> {
  const booth = await startBooth({ clock: openTestClock("2026-11-30T22:00:00.000Z") });
  try {
    const figures = [write(booth, events)];
    const operator = await booth.signIn("operator");
    for (const path of [...REPORTS, ...EVENTS]) {
      const times: number[] = [];
      let bytes = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = performance.now();
        const answer = await operator.get(`/api/${path}`);
        times.push(performance.now() - started);
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
        bytes = answer.text.length;
      }
      figures.push(figure(path, times, bytes));
    }
    return figures;
  } finally {
    await booth.close();
  }
}

function write(booth: TestBooth, events: number): Figure {
  const { db, ledger } = booth.booth;
  const tariff = db.prepare("SELECT id FROM tariffs LIMIT 1").get() as { id: string };
  db.pragma("synchronous = OFF");
  const { seconds } = writeYear({
    db,
    keys: ledger.keys,
    events,
    from: "2025-12-01T00:00:00.000Z",
    to: "2026-11-30T22:00:00.000Z",
    tariffId: tariff.id,
    users: ["user-1", "user-2", "user-3", "user-4", "user-5", "user-6"],
    entryLanes: ["entry-1", "entry-2"],
    exitLanes: ["exit-1", "exit-2", "exit-3"],
  });
  db.pragma("synchronous = FULL");
  return {
    name: `a year of ${events} events, written in`,
    figure: `${seconds.toFixed(0)} s; ${JSON.stringify(countSums(db))}`,
  };
}

function figure(name: string, times: readonly number[], bytes: number): Figure {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  const text = `${median.toFixed(1)} ms (worst ${worst.toFixed(1)}), ${Math.ceil(bytes / 1000)} kB`;
  return { name: name.replace(`&${YEAR}`, "").replace(`?${YEAR}`, ""), figure: text, goal: `${GOAL_MS} ms` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const count = Number(process.argv[2] ?? 1_000_000);
  for (const { name, figure: text } of await bench(count)) console.log(`${name.padEnd(60)} ${text}`);
}
