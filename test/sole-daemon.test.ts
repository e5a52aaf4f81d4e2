import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import { openLog } from "../common/node/log.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { startDaemon } from "../daemon/main.ts";
import { readBoothSettings } from "../daemon/settings.ts";
import { notedAddress } from "../daemon/sole-daemon.ts";
import { startBooth, TEST_KEYS, type TestBooth } from "./helpers/booth.ts";

const test = suite<{ booth: TestBooth }>("one daemon a data directory");

test.before.each(async (context) => {
  context.booth = await startBooth();
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const boots = ({ booth }: TestBooth) =>
  (booth.db.prepare("SELECT count(*) AS n FROM events WHERE kind = 'boot'").get() as { n: number }).n;

test("a second daemon on the same directory is refused, and records nothing", async ({ booth }) => {
  const before = boots(booth);
  await assert.rejects(startBooth({ dataDir: booth.dataDir }), /another daemon runs on this data directory/);
  assert.equal(boots(booth), before);
  assert.equal((await booth.anonymous.get("/healthz")).status, 200);
});

test("after a stop the directory is free again", async ({ booth }) => {
  const { dataDir } = booth;
  await booth.daemon.stop();
  const next = await startBooth({ dataDir });
  assert.equal(boots(next), 2);
  await next.close();
});

test("a booth whose port is taken has not started, and its directory is free", async ({ booth }) => {
  const { dataDir } = booth;
  await booth.daemon.stop();
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, "127.0.0.1", resolve);
  });
  const { port } = other.address() as AddressInfo;
  await assert.rejects(startBooth({ dataDir, env: { PORT: String(port) } }), /EADDRINUSE/);
  other.close();
  const next = await startBooth({ dataDir });
  assert.equal(boots(next), 2);
  await next.close();
});

test("a start that fails after the port was taken closes the port, and the directory is free", async ({ booth }) => {
  const { dataDir, daemon } = booth;
  await daemon.stop();
  const port = Number(new URL(daemon.url).port);
  const { config, secrets } = readBoothSettings(
    { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "silent", ...TEST_KEYS },
    { version: "test" },
  );
  const onFatal = (error: unknown) => {
    throw error;
  };
  const parts = { secrets, clock: booth.clock, log: openLog(config.log), onFatal, reserveBytes: 4096 };
  // The settings refuse such an address; whatever else fails there is closed in the same way.
  const failing = startDaemon({ ...parts, config: { ...config, collectorUrl: "http://a:99999" } });
  await assert.rejects(failing, /Invalid URL/);
  await assert.rejects(fetch(`${daemon.url}/healthz`), "nothing answers any more");
  assert.equal(notedAddress(dataDir), null);
  const next = await startBooth({ dataDir, env: { PORT: String(port) } });
  assert.equal((await next.anonymous.get("/readyz")).status, 200);
  assert.equal((await verifyLedger(join(dataDir, "booth.db"), { dataDir })).ok, true);
  await next.close();
});

test.run();
