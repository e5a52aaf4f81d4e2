// `npm run prove:backup -- [PART …]`: backups that are made of a booth at work and restored, archives that are refused, what
// retention keeps, what a payment takes meanwhile, and how other tools compare. Without a part, all of them.
import { AS_BUILT } from "../helpers/child-booth.ts";
import { checkHistories } from "../helpers/retention-model.ts";
import { compareBackups } from "./backup-compare.ts";
import { runBackupLoad } from "./backup-load.ts";
import { tryMutations } from "./backup-mutations.ts";
import { provePayments, type Spread } from "./backup-payments.ts";
import { compareWithRestic, hasRestic } from "./restic-retention.ts";
import { restoreBy } from "./restore-attempt.ts";
import { makeTwoBackups } from "./two-backups.ts";

const BACKUPS = 50;
const MUTATIONS = 300;
const HISTORIES = 10_000;
const HISTORIES_OF_RESTIC = 100;
const MOST_PAYMENT_MS = 20;

/** Each prints what it found and answers what must not be. */
const PARTS: Readonly<Record<string, () => Promise<string[]>>> = { load, mutations, retention, payments, compare };

async function load(): Promise<string[]> {
  const onBackup = (done: number) => {
    if (done % 10 === 0) console.error(`${done} of ${BACKUPS} backups`);
  };
  const figures = await runBackupLoad({ backups: BACKUPS, clients: 8, program: AS_BUILT, onBackup });
  console.log(
    `load: ${figures.backups} backups under load, each restored and proved: ${figures.acknowledged} payments acknowledged, ` +
      `${figures.looked} looked for in the backups that began after them, ${figures.events} entries in the last`,
  );
  return figures.violations;
}

async function mutations(): Promise<string[]> {
  const { archive, older, remove } = await makeTwoBackups();
  const figures = await tryMutations(archive, older, MUTATIONS, restoreBy(AS_BUILT)).finally(remove);
  console.log(
    `mutations: ${figures.refused} of ${figures.tried} archives refused for what they are by boothctl backup restore, ` +
      `the directory as it was: ${JSON.stringify(figures.reasons)}`,
  );
  return figures.violations;
}

async function retention(): Promise<string[]> {
  const { copies, kept } = checkHistories(HISTORIES);
  console.log(`retention: ${HISTORIES} histories, ${copies} copies, ${kept} kept as the model says`);
  if (!hasRestic()) {
    console.log("retention: there is no restic here, so it was not compared with (apt-get install restic)");
    return [];
  }
  const figures = compareWithRestic(HISTORIES_OF_RESTIC);
  console.log(
    `retention: ${figures.histories} histories, ${figures.copies} copies, compared with restic forget --dry-run`,
  );
  return figures.violations;
}

async function payments(): Promise<string[]> {
  const { idle, during, ...figures } = await provePayments({ bytes: 1e9, idleMs: 60_000, program: AS_BUILT });
  const ratio = (during.p99 / idle.p99).toFixed(2);
  console.log(
    `payments: while ${Math.round(figures.archiveBytes / 1e6)} MB were backed up in ${figures.backupSeconds} s, ` +
      `${text(during)}; at rest ${text(idle)}; p99 is ${ratio} of that at rest`,
  );
  const isSlow = during.p99 > MOST_PAYMENT_MS;
  return [...figures.violations, ...(isSlow ? [`p99 of a payment is ${during.p99} ms, not ${MOST_PAYMENT_MS}`] : [])];
}

const text = ({ n, p50, p99, max }: Spread) => `${n} payments took ${p50} ms (p50), ${p99} ms (p99), ${max} ms (max)`;

async function compare(): Promise<string[]> {
  const timed = await compareBackups({ bytes: 3e8, rounds: 3, program: AS_BUILT });
  const booth = timed[0]?.seconds ?? 0;
  for (const { name, seconds, archiveBytes } of timed)
    console.log(
      `compare: ${name}: ${seconds.toFixed(1)} s, ${Math.round(archiveBytes / 1e6)} MB; the booth takes ${(booth / seconds).toFixed(2)} of it`,
    );
  if (!hasRestic())
    console.log("compare: there is no restic here, so it was not compared with (apt-get install restic)");
  return [];
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(", ")}; expected ${Object.keys(PARTS).join(", ")}`);
const violations: string[] = [];
for (const [name, prove] of Object.entries(PARTS))
  if (asked.length === 0 || asked.includes(name)) violations.push(...(await prove()));
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(`${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
