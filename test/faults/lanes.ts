// `npm run prove:lanes -- [N]`: 20 lanes with cars, whose devices fail N times (100), and then a flood at the ingress.
import { proveFlood } from "./flood-proof.ts";
import { proveLanes } from "./lanes-proof.ts";

const MOST_MS = { healthy: 150, halfDead: 300, others: 300 };
const MOST_EVENTS = 10;
const MOST_GROWTH_MB = 50;
const faults = Number(process.argv[2] ?? 100);

const lanes = await proveLanes({
  pairs: 10,
  processes: 4,
  faults,
  steadyMs: 30_000,
  onFault: (done) => {
    if (done % 20 === 0) console.error(`${done} of ${faults} faults`);
  },
});
const { violations, healthy, halfDead, others } = lanes;
for (const [name, most] of Object.entries(MOST_MS)) {
  const { p99 } = lanes[name as keyof typeof MOST_MS];
  if (p99 > most) violations.push(`${name}: p99 from read to intent is ${p99} ms, expected at most ${most}`);
}
console.log(
  `20 lanes: ${lanes.reads} reads, ${lanes.cards} of them cards (${lanes.cardsUnread} more held out to a reader in trouble), ` +
    `${lanes.opened} openings, ${lanes.receipts.asked} receipts asked for and ${lanes.receipts.printed} printed, ${lanes.faults} faults; from read to intent (p50, p99, max): ` +
    `all devices well ${text(healthy)}, half of them dead ${text(halfDead)}, others while one fails ${text(others)}`,
);

const flood = await proveFlood({ perSecond: 2000, seconds: 15 });
const grown = flood.memoryMb.after - flood.memoryMb.before;
if (flood.events > MOST_EVENTS) violations.push(`the flood left ${flood.events} events`);
if (grown > MOST_GROWTH_MB) violations.push(`the flood took ${grown} MB`);
const refused = flood.answers["429"] ?? 0;
if (flood.counted !== refused) violations.push(`${refused} were refused, ${flood.counted} are counted`);
const { quiet, flooded } = flood.payments;
console.log(
  `flood: ${flood.answeredPerSecond} a second (${JSON.stringify(flood.answers)}), ${flood.events} events, ` +
    `memory ${flood.memoryMb.before} -> ${flood.memoryMb.after} MB; payments ${quiet.n} in quiet, ${quiet.p50} ms (p50), ${quiet.p99} ms (p99), ` +
    `and ${flooded.n} under the flood, ${flooded.p50} ms, ${flooded.p99} ms`,
);
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(`${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

function text({ p50, p99, max }: { p50: number; p99: number; max: number }): string {
  return `${p50}, ${p99}, ${max} ms`;
}
