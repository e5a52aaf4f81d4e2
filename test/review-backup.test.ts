import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { makeBackup } from "../daemon/services/backup/make.ts";
import { decrypt, unpackEntries } from "./faults/archive-by-hand.ts";
import { archivesIn, backUp, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { startBooth, TEST_KEYS, type TestBooth } from "./helpers/booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { type FakeCollector, openFakeCollector } from "./helpers/fake-collector.ts";
import { carAt } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  booth: TestBooth;
  bench: CliBench;
  collector: FakeCollector;
}
const test = suite<Context>("review backup");

test.before.each(async (context) => {
  context.booth = await startBooth({ env: { BACKUP_KEY: TEST_BACKUP_KEY, CARWASH_REVIEW_ENTRY_SAMPLE: "1" } });
  context.bench = openCliBench();
  context.bench.env.BACKUP_KEY = TEST_BACKUP_KEY;
  context.collector = await openFakeCollector();
});
test.after.each(async ({ booth, bench, collector }) => {
  await booth.close();
  bench.close();
  await collector.close();
});

const crops = (dataDir: string) => readdirSync(join(dataDir, "review")).sort();

async function sampleThree(booth: TestBooth): Promise<string[]> {
  for (const plate of ["WAITS1", "WAITS2", "WAITS3"]) await carAt(booth, "entry-1", plate);
  await until(() => countQueued(booth) === 3, "three packages that wait");
  return crops(booth.dataDir);
}

const countQueued = ({ booth }: TestBooth) =>
  (booth.db.prepare("SELECT count(*) AS count FROM review_items").get() as { count: number }).count;

const restore = ({ bench }: Context, archive: string, into: string) =>
  bench.run(["backup", "restore", archive, "--into", into]);

test("what waited for the collector is in a backup, comes back at a restore and can be sent", async (context) => {
  const { booth, bench, collector } = context;
  const names = await sampleThree(booth);
  const run = await backUp(await booth.signIn("admin"));
  const into = join(bench.dir, "restored");
  const ran = await restore(context, join(booth.dataDir, "backups", run.name ?? ""), into);
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(crops(into), names);
  assert.deepEqual(
    readdirSync(join(into, "pictures")).filter((name) => name.startsWith("review")),
    [],
  );
  const sending = { env: { DATA_DIR: into, COLLECTOR_URL: collector.url, COLLECTOR_TOKEN: "a token" } };
  const flushed = await bench.run(["review", "flush", "--json"], sending);
  assert.deepEqual([flushed.code, JSON.parse(flushed.stdout)], [0, { sent: 3, left: 0, setAside: 0 }], flushed.stderr);
  assert.deepEqual([...collector.kept.keys()].map((id) => `${id}.jpg`).sort(), names);
});

test("a queue that empties while a backup is made spoils neither the backup nor a package in it", async (context) => {
  const { booth, bench } = context;
  const names = await sampleThree(booth);
  const folder = mkdtempSync(join(tmpdir(), "booth-review-"));
  try {
    const order = {
      ...{ dataDir: booth.dataDir, target: { folder, mayMake: false }, boothId: "booth-1", siteId: "main" },
      ...{
        version: "test",
        now: booth.clock.now(),
        backupKey: TEST_BACKUP_KEY,
        signingSeed: TEST_KEYS.EVENT_SIGNING_KEY,
      },
    };
    await makeBackup(order, () => {
      for (const name of names) rmSync(join(booth.dataDir, "review", name), { force: true });
    });
    const into = join(bench.dir, "restored");
    const ran = await restore(context, join(folder, archivesIn(folder)[0] ?? ""), into);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual([crops(booth.dataDir), crops(into)], [[], names]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a release that knows of pictures only opens such a backup", async ({ booth }) => {
  await sampleThree(booth);
  const run = await backUp(await booth.signIn("admin"));
  const archive = readFileSync(join(booth.dataDir, "backups", run.name ?? ""));
  const paths = unpackEntries(await decrypt(archive)).map(({ path }) => path);
  const known = /^(?:manifest\.json|booth\.db|pictures\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,90}\.jpg)$/;
  assert.deepEqual([paths.length >= 5, paths.filter((path) => !known.test(path))], [true, []]);
});

test("erasing a plate in a restored booth takes what waits of its car with it", async (context) => {
  const { booth, bench } = context;
  await sampleThree(booth);
  const run = await backUp(await booth.signIn("admin"));
  const into = join(bench.dir, "restored");
  assert.equal((await restore(context, join(booth.dataDir, "backups", run.name ?? ""), into)).code, 0);
  const restored = await startBooth({ dataDir: into });
  try {
    const admin = await restored.signIn("admin");
    const [stay] = (await admin.get("/api/sessions?q=WAITS2")).body.items;
    assert.equal((await admin.post(`/api/sessions/${stay.id}/close`, { reason: "towed" })).status, 200);
    const erased = await admin.post("/api/plates/erase", { plate: "WAITS2", reason: "asked by letter" });
    assert.equal(erased.status, 200, erased.text);
    assert.equal(crops(into).length, 2);
  } finally {
    await restored.close();
  }
});

test.run();
