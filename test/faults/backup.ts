// `npm run prove:backup -- [N]`: N backups (50) of a booth that takes money, each restored and proved; 300 mutations of an
// archive refused; 10,000 histories of retention against a model.
import { AS_BUILT } from "../helpers/child-booth.ts";
import { checkHistories } from "../helpers/retention-model.ts";
import { runBackupLoad } from "./backup-load.ts";
import { type MutationFigures, tryMutations } from "./backup-mutations.ts";

const backups = Number(process.argv[2] ?? 50);
const MUTATIONS = 300;
const HISTORIES = 10_000;

let mutations: MutationFigures | null = null;
const load = await runBackupLoad({
  backups,
  clients: 8,
  program: AS_BUILT,
  async onBackup(path, done) {
    if (done % 10 === 0) console.error(`${done} of ${backups} backups`);
    if (done === 1) mutations = await tryMutations(path, MUTATIONS);
  },
});
const {
  tried,
  refused,
  violations: escaped,
} = mutations ?? { tried: 0, refused: 0, violations: ["no archive to change"] };
const { copies, kept } = checkHistories(HISTORIES);
const violations = [...load.violations, ...escaped];
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(
  `${load.backups} backups under load, each restored and proved: ${load.acknowledged} payments acknowledged meanwhile, ${load.events} entries in the last; ` +
    `${refused} of ${tried} mutations refused; ${HISTORIES} histories of retention, ${copies} copies, ${kept} kept as the model says; ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
