import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { backUp, statusOf, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  target: string;
}

const test = suite<Context>("backup verify");

test.before.each(async (context) => {
  context.booth = await startBooth({ env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  context.admin = await context.booth.signIn("admin");
  context.target = join(context.booth.dataDir, "backups");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

test("a copy is proved again on request, and one that was altered is marked and made up for", async ({
  booth,
  admin,
  target,
}) => {
  await backUp(admin);
  booth.clock.advance(60_000);
  const { name } = await backUp(admin);
  const verify = (body: unknown) => admin.post("/api/backup/verify", body);
  booth.clock.advance(60_000);
  assert.deepEqual((await verify({ name })).body, { name, ok: true, code: null, message: null });
  assert.equal((await statusOf(admin)).copies[0]?.provedAt, "2026-11-20T12:02:00.000Z");
  const path = join(target, String(name));
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = Number(bytes[bytes.length - 40]) ^ 1;
  writeFileSync(path, bytes);
  const { body } = await verify({ name });
  assert.deepEqual([body.ok, body.code], [false, "altered"]);
  const { copies } = await statusOf(admin);
  assert.deepEqual(
    copies.map(({ proof, keptBecause }) => [proof, keptBecause.includes("newest_verified")]),
    [
      ["damaged", false],
      ["verified", true],
    ],
  );
  const refused = await verify({ name: "booth-main-20200101T000000Z.tar.age" });
  assert.deepEqual([refused.status, refused.body.error], [404, "not_found"]);
  assert.equal((await verify({})).status, 400);
  assert.equal((await verify({ name: "../booth.db" })).status, 404);
});

test("a booth that cannot read its backups says so, and proves none", async () => {
  const { recipientOf } = await import("../daemon/services/backup/encryption.ts");
  const booth = await startBooth({ env: { BACKUP_KEY: await recipientOf(TEST_BACKUP_KEY) } });
  try {
    const admin = await booth.signIn("admin");
    const { name } = await backUp(admin);
    const refused = await admin.post("/api/backup/verify", { name });
    assert.deepEqual([refused.status, refused.body.error], [409, "setup_incomplete"]);
  } finally {
    await booth.close();
  }
});

test("a status tells a backup that is late, with or without a key", async ({ booth, admin }) => {
  assert.equal((await statusOf(admin)).late, false);
  // The first one is due at three; until five it may be late.
  booth.clock.set("2026-11-21T04:59:00.000Z");
  assert.equal((await statusOf(admin)).late, false);
  booth.clock.set("2026-11-21T05:01:00.000Z");
  const { late, ok, message } = await statusOf(admin);
  assert.deepEqual([late, ok, message], [true, false, "no backup was made yet"]);
});

test.run();
