import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { suite } from "uvu";
import { BoothError } from "../common/errors.ts";
import { openDb } from "../common/node/db.ts";
import { readEventsAfter } from "../daemon/ledger/read.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { CASHIER, openTestLedger, type TestLedger } from "./helpers/ledger.ts";

const test = suite("the ledger under adverse conditions");
let booth: TestLedger;
test.before.each(async () => {
  booth = await openTestLedger();
});
test.after.each(() => booth.close());

const flood = (count: number) => ({ count, seconds: 1 });
const append = (count: number) => booth.ledger.commit(CASHIER, (tx) => tx.append("ingress_flood", flood(count)));
const isRefusal = (code: string) => (error: unknown) => error instanceof BoothError && error.code === code;
const inOrder = async () => assert.equal((await verifyLedger(booth.db, { cores: 0 })).firstBad, undefined);

test("two processes append at the same time without a fork or an error", async () => {
  const script = join(import.meta.dirname, "helpers/append-process.ts");
  const run = () =>
    promisify(execFile)(process.execPath, ["--import", import.meta.resolve("tsx"), script, booth.path, "150"]);
  let stop = false;
  let here = 0;
  const both = Promise.all([run(), run()]).finally(() => {
    stop = true;
  });
  while (!stop) {
    await append(here);
    here += 1;
  }
  assert.deepEqual(
    (await both).map(({ stdout }) => stdout.trim()),
    ["0", "0"],
  );
  assert.equal(
    booth.ledger.head()?.seq,
    1 + 300 + here + readEventsAfter(booth.db, 0, 100_000).filter((e) => e.kind === "checkpoint").length,
  );
  await inOrder();
});
test("a lock of another process is waited for without stopping the event loop", async () => {
  const other = openDb(booth.path);
  other.exec("BEGIN IMMEDIATE");
  const waiting = append(1);
  let turns = 0;
  while (turns < 5) await new Promise((resolve) => setTimeout(resolve, 1)).then(() => (turns += 1));
  assert.equal(booth.ledger.head()?.seq, 1);
  other.exec("COMMIT");
  assert.equal((await waiting).seq, 2);
  assert.deepEqual(booth.states, []);
  other.close();
});
test("a lock that is held for long is a refusal, and records are on again after it", async () => {
  const other = openDb(booth.path);
  other.exec("BEGIN IMMEDIATE");
  await assert.rejects(append(1), (error) => isRefusal("not_ready")(error) && /locked/.test(String(error)));
  assert.equal(booth.ledger.state().ok, false);
  other.exec("COMMIT");
  await append(1);
  assert.deepEqual(
    booth.states.map((s) => s.ok),
    [false, true],
  );
  other.close();
});
test("a full disk is a refusal with a reason, and records are on again without a restart", async () => {
  const pages = booth.db.pragma("page_count", { simple: true });
  booth.db.pragma(`max_page_count = ${pages}`);
  const big = () =>
    booth.ledger.commit(CASHIER, (tx) =>
      tx.append("site_change", { before: {}, after: { text: "x".repeat(200_000) } }),
    );
  await assert.rejects(big(), (error) => isRefusal("not_ready")(error) && /the disk is full/.test(String(error)));
  await assert.rejects(Promise.all([append(1), big()]), isRefusal("not_ready"));
  assert.deepEqual([booth.ledger.head()?.seq, booth.ledger.state().ok, booth.failures.length], [1, false, 0]);
  booth.db.pragma("max_page_count = 1000000");
  await big();
  assert.equal(booth.ledger.state().ok, true);
  await inOrder();
});
test("records come on again by themselves when there is room", async () => {
  booth.db.pragma(`max_page_count = ${booth.db.pragma("page_count", { simple: true })}`);
  await assert.rejects(
    booth.ledger.commit(CASHIER, (tx) =>
      tx.append("site_change", { before: {}, after: { text: "x".repeat(200_000) } }),
    ),
  );
  booth.db.pragma("max_page_count = 1000000");
  const deadline = Date.now() + 20_000;
  while (!booth.ledger.state().ok && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([booth.ledger.state().ok, booth.ledger.head()?.seq], [true, 1]);
});
test("a storage error of unknown outcome is handed on, and nothing is acknowledged after it", async () => {
  const failing = booth.ledger.commit(CASHIER, (tx) => {
    tx.append("ingress_flood", flood(1));
    throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC");
  });
  await assert.rejects(failing, isRefusal("not_ready"));
  assert.equal(booth.failures.length, 1);
  await assert.rejects(append(2), isRefusal("not_ready"));
  assert.deepEqual([booth.ledger.state().ok, booth.ledger.head()?.seq], [false, 1]);
});
test("a broken ledger refuses and says why", async () => {
  const waiting = append(1);
  booth.ledger.declareBroken({ seq: 4, class: "edited", message: "entry 4 is not as it was signed." });
  for (const refused of [waiting, append(2)])
    await assert.rejects(refused, (error) => isRefusal("not_ready")(error) && /entry 4/.test(String(error)));
  assert.equal(booth.ledger.head()?.seq, 1);
});
test.run();
