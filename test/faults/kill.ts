// `npm run prove:kill -- [N]`: kills a booth that takes money N times (200) and proves that nothing acknowledged is lost.
import { runKillStorm } from "./kill-storm.ts";

const MOST_RESTART_MS = 2000;
const kills = Number(process.argv[2] ?? 200);

const figures = await runKillStorm({
  kills,
  onKill: (done) => {
    if (done % 20 === 0) console.error(`${done} of ${kills} kills`);
  },
});
const { restartMs, violations } = figures;
if (restartMs.max > MOST_RESTART_MS) violations.push(`a restart took ${restartMs.max} ms`);
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(
  `${figures.kills} kills: ${figures.acknowledged} payments acknowledged, ${figures.retried} sent again for want of an answer, ${figures.resent} sent again after one; ` +
    `${figures.events} events verified; restart to first 200: ${restartMs.p50} ms (p50), ${restartMs.max} ms (max); ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
