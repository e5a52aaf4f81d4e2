import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";

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

test.run();
