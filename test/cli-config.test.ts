import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const test = suite<{ bench: CliBench }>("boothctl config");

test.before.each((context) => {
  context.bench = openCliBench();
});
test.after.each(({ bench }) => {
  bench.close();
});

const seedAdmin = (bench: CliBench, env: Record<string, string> = {}) =>
  bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass", env });

const OTHER_KEY = Buffer.alloc(32, 9).toString("base64url");

test("another booth's name or key is told with what to set, and not with the command itself", async ({ bench }) => {
  await seedAdmin(bench, { BOOTH_ID: "booth-7" });
  for (const line of ["config check", "serve", "ledger checkpoint"]) {
    const named = await bench.run(line.split(" "), { env: { BOOTH_ID: "booth-8" } });
    assert.equal(named.code, 2, named.stderr);
    assert.match(named.stderr, /\n {2}Try: set BOOTH_ID=booth-7\n/, line);
    const keyed = await bench.run(line.split(" "), { env: { BOOTH_ID: "booth-7", EVENT_SIGNING_KEY: OTHER_KEY } });
    assert.equal(keyed.code, 2, keyed.stderr);
    assert.match(keyed.stderr, /\n {2}Try: put the ledger's own key back; boothctl config key FILE says /, line);
  }
});

test("a start on a port that is taken says how to find who has it", async ({ bench }) => {
  const { createServer } = await import("node:net");
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const ran = await bench.run(["serve"], { env: { PORT: String(port) } });
  taken.close();
  assert.equal(ran.code, 10, ran.stderr);
  assert.match(ran.stderr, /Another program listens on 127\.0\.0\.1:\d+\.\n.*\n {2}Try: ss -ltnp/);
});

test("of a key file from elsewhere it says every name of the key, and whether it is this booth's", async ({
  bench,
}) => {
  await seedAdmin(bench);
  const env = { BACKUP_KEY: TEST_BACKUP_KEY };
  const file = (name: string, text: string) => writeFileSync(join(bench.dir, name), `${text}\n`);
  file("own", bench.env.EVENT_SIGNING_KEY ?? "");
  file("other", OTHER_KEY);
  file("backup", TEST_BACKUP_KEY);
  file("neither", "a shopping list");
  const keyIn = async (name: string, more: Record<string, string> = {}) =>
    (await bench.json(["config", "key", name], { env: { ...env, ...more } })) as Record<string, unknown>;
  const ledger = (await bench.json(["ledger", "key"])) as { keyId: string; publicKey: string };
  const { items } = (await bench.json(["backup", "keys"], { env })) as { items: Record<string, string>[] };
  const [signing, backup] = items as [Record<string, string>, Record<string, string>];
  assert.deepEqual(await keyIn("own"), {
    setting: "EVENT_SIGNING_KEY",
    fingerprint: signing.fingerprint,
    keyId: ledger.keyId,
    publicKey: ledger.publicKey,
    isThisBooths: true,
  });
  const found = await keyIn("backup");
  assert.deepEqual([found.fingerprint, found.publicKey], [backup.fingerprint, backup.public]);
  assert.equal(found.isThisBooths, true);
  assert.equal((await keyIn("other")).isThisBooths, false);
  assert.equal((await keyIn("own", { DATA_DIR: join(bench.dir, "elsewhere") })).isThisBooths, null);
  assert.equal((await keyIn("backup", { BACKUP_KEY: "" })).isThisBooths, null);
  const text = await bench.run(["config", "key", "own"], { env });
  assert.match(text.stdout, /^public key +[\w-]{43}$/m);
  assert.ok(!text.stdout.includes(bench.env.EVENT_SIGNING_KEY ?? ""));
  const neither = await bench.run(["config", "key", "neither"], { env });
  assert.deepEqual([neither.code, neither.stdout], [2, ""]);
  assert.match(neither.stderr, /^✗ neither holds neither an EVENT_SIGNING_KEY nor a BACKUP_KEY\./);
});

test.run();
