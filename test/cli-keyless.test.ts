import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { carAt } from "./helpers/stay.ts";
import { subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  bench: CliBench;
}

const test = suite<Context>("cli without keys");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.bench = openCliBench();
});
test.after.each(async ({ booth, bench }) => {
  bench.close();
  await booth.close();
});

const STAY = "--in 2026-05-29T15:54 --out 2026-05-29T18:42";

/** Every verb that only reads; `day.json` is the rate table in force. */
const READS = [
  "status",
  "site show",
  "modules list",
  "lanes list",
  "setup catalog --kind reader",
  "setup show exit-1",
  "setup state",
  "setup export",
  "users list",
  "users show cashier",
  "users sign-ins cashier",
  "roles list",
  "roles show cashier",
  "roles grid",
  "roles diff cashier operator",
  "tariffs list",
  "tariffs show",
  "tariffs show 1 --rate-table",
  `tariffs quote ${STAY} --explain`,
  "tariffs test day.json",
  "tariffs diff day.json",
  "tariffs replay day.json --days 2",
  "subscriptions list",
  "subscriptions show M4471KX",
  "subscriptions export",
  "shifts list",
  "shifts show 1",
  "shifts report 1",
  "reports revenue",
  "reports occupancy",
  "reports exceptions",
  "reports day",
  "ledger head",
  "ledger list",
  "ledger tail",
  "ledger show 1",
  "ledger key",
  "ledger export",
  "ledger verify",
  "ledger verify --rebuild --reprice",
];
test("whoever may read the data directory needs no key to look", async ({ booth, bench }) => {
  const operator = await booth.signIn("operator");
  await booth.signIn("cashier");
  await subscribe(operator, { plates: ["M4471KX"] });
  await operator.post("/api/shifts", { float: 10_000 });
  await carAt(booth, "entry-1", "AB1");
  const env = { DATA_DIR: booth.dataDir, EVENT_SIGNING_KEY: "", SESSION_SECRET: "" };
  const table = await bench.run(["tariffs", "show", "1", "--rate-table"], { env });
  writeFileSync(join(bench.dir, "day.json"), table.stdout);
  for (const line of READS) {
    const ran = await bench.run(line.split(" "), { env });
    assert.equal(ran.code, 0, `boothctl ${line}\n${ran.stderr}`);
  }
});

test("status finds the daemon at the port it took, and sees that one that was killed is gone", async (context) => {
  const { booth, bench } = context;
  const env = { DATA_DIR: booth.dataDir, PORT: "9" };
  const daemonNow = async () =>
    (await bench.json(["status"], { env })) as { daemon: { running: boolean; url: string } };
  const { daemon } = await daemonNow();
  assert.deepEqual([daemon.running, daemon.url], [true, booth.url]);
  await booth.daemon.stop();
  assert.equal((await daemonNow()).daemon.url, "http://127.0.0.1:9");
  writeFileSync(join(booth.dataDir, "address"), `${booth.url}\n`);
  assert.equal((await daemonNow()).daemon.running, false);
});

test("whoever changes something needs the keys, and is told which", async ({ booth, bench }) => {
  const env = { DATA_DIR: booth.dataDir, EVENT_SIGNING_KEY: "", SESSION_SECRET: "" };
  const ran = await bench.run(["modules", "disable", "validation"], { env });
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /EVENT_SIGNING_KEY: is missing/);
});

test.run();
