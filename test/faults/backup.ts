// `npm run prove:backup -- [PART …]`: backups that are made of a booth at work and restored, archives that are refused, what
// retention keeps, what a payment takes meanwhile, and how other tools compare. Without a part, all of them. A part may be
// given how much: `load=10` backups, `mutations=50` archives, `retention=100` histories, `payments=200` or `compare=50` MB.
import { checkHistories } from "../helpers/retention-model.ts";
import { compareBackups } from "./backup-compare.ts";
import { runBackupLoad } from "./backup-load.ts";
import { tryMutations } from "./backup-mutations.ts";
import { provePayments, type Spread } from "./backup-payments.ts";
import { compareWithRestic, hasRestic } from "./restic-retention.ts";
import { restoreByCommand } from "./restore-attempt.ts";
import { makeTwoBackups } from "./two-backups.ts";

const HISTORIES_OF_RESTIC = 100;
const MOST_PAYMENT_MS = 20;

/** Each does so much, prints what it found and answers what must not be. */
const PARTS: Readonly<Record<string, { much: number; prove: (much: number) => Promise<string[]> }>> = {
  load: { much: 50, prove: load },
  mutations: { much: 300, prove: mutations },
  retention: { much: 10_000, prove: retention },
  payments: { much: 1000, prove: payments },
  compare: { much: 300, prove: compare },
};

async function load(backups: number): Promise<string[]> {
  const onBackup = (done: number) => {
    if (done % 5 === 0) console.error(`${done} of ${backups} backups`);
  };
  const figures = await runBackupLoad({ backups, clients: 8, onBackup });
  console.log(
    `load: ${figures.backups} backups under load, each restored and proved: ${figures.acknowledged} payments acknowledged, ` +
      `${figures.looked} looked for in the backups that began after them, ${figures.events} entries in the last`,
  );
  return figures.violations;
}

async function mutations(count: number): Promise<string[]> {
  const { archive, older, remove } = await makeTwoBackups();
  const figures = await tryMutations(archive, older, count, restoreByCommand).finally(remove);
  console.log(
    `mutations: ${figures.refused} of ${figures.tried} archives refused for what they are by boothctl backup restore, ` +
      `the directory as it was: ${JSON.stringify(figures.reasons)}`,
  );
  return figures.violations;
}

async function retention(histories: number): Promise<string[]> {
  const { copies, kept } = checkHistories(histories);
  console.log(`retention: ${histories} histories, ${copies} copies, ${kept} kept as the model says`);
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

async function payments(megabytes: number): Promise<string[]> {
  const { idle, during, ...figures } = await provePayments({
    bytes: megabytes * 1e6,
    idleMs: 60_000,
  });
  const ratio = (during.p99 / idle.p99).toFixed(2);
  console.log(
    `payments: while ${Math.round(figures.archiveBytes / 1e6)} MB were backed up in ${figures.backupSeconds} s, ` +
      `${text(during)}; at rest ${text(idle)}; p99 is ${ratio} of that at rest`,
  );
  // Where a payment takes long at rest already, the machine is busy with something else.
  const most = Math.max(MOST_PAYMENT_MS, 2 * idle.p99);
  return [...figures.violations, ...(during.p99 > most ? [`p99 of a payment is ${during.p99} ms, not ${most}`] : [])];
}

const text = ({ n, p50, p99, max }: Spread) => `${n} payments took ${p50} ms (p50), ${p99} ms (p99), ${max} ms (max)`;

async function compare(megabytes: number): Promise<string[]> {
  const timed = await compareBackups({ bytes: megabytes * 1e6, rounds: 3 });
  const booth = timed[0]?.seconds ?? 0;
  for (const { name, seconds, archiveBytes } of timed)
    console.log(
      `compare: ${name}: ${seconds.toFixed(1)} s, ${Math.round(archiveBytes / 1e6)} MB; the booth takes ${(booth / seconds).toFixed(2)} of it`,
    );
  if (!hasRestic())
    console.log("compare: there is no restic here, so it was not compared with (apt-get install restic)");
  return [];
}

const asked = new Map(process.argv.slice(2).map((word) => word.split("=", 2) as [string, string | undefined]));
for (const [name, much] of asked)
  if (!(name in PARTS) || (much !== undefined && !(Number(much) > 0)))
    throw new Error(`no such part: ${name}; expected ${Object.keys(PARTS).join(", ")}, each with =NUMBER at will`);
const violations: string[] = [];
for (const [name, { much, prove }] of Object.entries(PARTS))
  if (asked.size === 0 || asked.has(name)) violations.push(...(await prove(Number(asked.get(name) ?? much))));
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(`${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
