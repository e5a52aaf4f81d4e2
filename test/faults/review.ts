// `npm run prove:review -- [N]`: N packages (5000) over a bad link, while booth and collector are killed again and again.
import { proveReview } from "./review-proof.ts";

/** One kill of each side in so many packages. */
const PACKAGES_A_KILL = 100;
const MOST_MEMORY_MB = 300;
/** What the booth's directory may take beside the queue: the log before the database, above all. */
const MOST_BESIDE_MB = 64;
const packages = Number(process.argv[2] ?? 5000);

let said = 0;
const figures = await proveReview({
  packages,
  kills: Math.max(2, Math.round(packages / PACKAGES_A_KILL)),
  onArrived: (count) => {
    if (count < said + packages / 10) return;
    said = count;
    console.error(`${count} of ${packages} packages`);
  },
});
const { violations, diskMb, memoryMb, kills, faults } = figures;
if (memoryMb > MOST_MEMORY_MB) violations.push(`the booth took ${memoryMb} MB of memory`);
if (diskMb.most > diskMb.full + MOST_BESIDE_MB) violations.push(`the booth took ${diskMb.most} MB of disk`);
if (diskMb.end > MOST_BESIDE_MB) violations.push(`the booth keeps ${diskMb.end} MB`);
for (const violation of violations.slice(0, 50)) console.log(`VIOLATION ${violation}`);
const happened = Object.entries(faults).map(([name, count]) => `${name} ${count}`);
console.log(
  `${figures.packages} packages in ${figures.seconds} s: booth killed ${kills.booth} times, collector ${kills.collector}, ${figures.flushes} flushes beside; ` +
    `link ${happened.join(", ")}; the booth took ${memoryMb} MB of memory at most, ${diskMb.full} MB of disk when full, ${diskMb.most} at most, ${diskMb.end} at the end; ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
