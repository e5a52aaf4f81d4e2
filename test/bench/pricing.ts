import { pathToFileURL } from "node:url";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import { price, type Stay } from "../../common/pricing.ts";

const STAYS = 10_000;
const ROUNDS = 15;
const SITE = { vehicleClass: "sedan", timezone: "Europe/Berlin", currency: "EUR", validations: [] } as const;

/** Measures pricing: plain stays a second on one core, and a stay of a year with night windows. */
export async function bench(): Promise<{ name: string; figure: string; ratio?: number }[]> {
  const stays = plainStays();
  const plain = median(() => {
    for (const stay of stays) price(DEFAULT_RATE_TABLE, stay);
  });
  const year = { ...SITE, enteredAt: "2026-01-16T09:00:00.000Z", exitedAt: "2027-01-16T09:00:00.000Z" };
  const long = median(() => price(DEFAULT_RATE_TABLE, year));
  const perSecond = Math.round(STAYS / (plain / 1000));
  return [
    { name: "pricing: plain stays", figure: `${perSecond} stays/s`, ratio: perSecond / 50_000 },
    { name: "pricing: a year with night windows", figure: `${long.toFixed(2)} ms`, ratio: 5 / long },
  ];
}

function plainStays(): Stay[] {
  const first = Date.UTC(2026, 2, 2, 6);
  return Array.from({ length: STAYS }, (_, i) => {
    const entered = first + ((i * 7919) % 600) * 60_000 + (i % 5) * 86_400_000;
    const exited = entered + (20 + ((i * 104_729) % 220)) * 60_000;
    return { ...SITE, enteredAt: new Date(entered).toISOString(), exitedAt: new Date(exited).toISOString() };
  });
}

function median(work: () => void): number {
  work();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, figure } of await bench()) console.log(`${name}: ${figure}`);
}
