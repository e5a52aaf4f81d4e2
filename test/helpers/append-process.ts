// Appends from a process of its own: `tsx append-process.ts DATABASE COUNT`. Prints how many appends failed.
import { systemClock } from "../../common/node/clock.ts";
import { openDb } from "../../common/node/db.ts";
import { openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { openLedger } from "../../daemon/ledger/ledger.ts";
import { NO_RESERVE } from "../../daemon/ledger/reserve.ts";
import { BOOTH_ID, SEED } from "./ledger.ts";

const [path = "", count = "0"] = process.argv.slice(2);
const db = openDb(path);
const nothing = () => {};
const ledger = openLedger({
  db,
  clock: systemClock,
  keys: openLedgerKeys(SEED),
  boothId: BOOTH_ID,
  reserve: NO_RESERVE,
  apply: nothing,
  announce: nothing,
  announceState: nothing,
  fail: nothing,
});
let failed = 0;
for (let n = 0; n < Number(count); n += 1) {
  await ledger
    .commit({ type: "cli", id: `process-${process.pid}` }, ({ append }) =>
      append("ingress_flood", { count: n, seconds: 1 }),
    )
    .catch(() => {
      failed += 1;
    });
}
db.close();
console.log(failed);
