// `npm run bench`: every measurement as one line, with the noise of the machine at the end.
import { bench as ingest } from "./ingest.ts";
import { bench as ledger } from "./ledger.ts";
import { bench as pricing } from "./pricing.ts";
import { bench as requests } from "./requests.ts";
import { bench as review } from "./review.ts";
import { bench as tariffReplay } from "./tariff-replay.ts";
import { bench as verify } from "./verify.ts";

/** One measurement: what, how much, against what it is compared (`ratio`) and what it should be (`goal`). */
type Figure = { name: string; figure: string; ratio?: number | string; goal?: string };

const modules = [pricing, tariffReplay, ledger, verify, requests, ingest, review];

/** Milliseconds that a fixed piece of arithmetic takes; its spread over the run says how far to trust the figures. */
function fixedLoop(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let index = 0; index < 20_000_000; index += 1) sum = (sum + index * 31) | 0;
  return sum === -1 ? 0 : performance.now() - startedAt;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

fixedLoop();
const loops = [fixedLoop()];
const rows = [["measurement", "figure", "ratio", "goal"]];
for (const bench of modules) {
  const figures: readonly Figure[] = await bench();
  for (const { name, figure, ratio, goal = "" } of figures)
    rows.push([name, figure, typeof ratio === "number" ? ratio.toFixed(2) : (ratio ?? ""), goal]);
  loops.push(fixedLoop(), fixedLoop());
}
console.log(table(rows));
const spread = (Math.max(...loops) / Math.min(...loops) - 1) * 100;
console.log(
  `noise: a fixed loop took ${Math.min(...loops).toFixed(1)} ms at best and ${spread.toFixed(0)} % more at worst`,
);
