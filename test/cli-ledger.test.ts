import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { suite } from "uvu";
import type { Verification } from "../common/verification.ts";
import { type CliBench, openCliBench, type Ran } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

interface Context {
  bench: CliBench;
  /** The database file. */
  db: string;
}

const ledger = suite<Context>("cli ledger");

/** No key and no other setting: what an auditor has. */
const AUDITOR = { env: { EVENT_SIGNING_KEY: "", SESSION_SECRET: "" } };

ledger.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  context.db = join(bench.dataDir, "booth.db");
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  for (const name of ["One", "Two", "Three"]) await bench.run(["site", "set", "--name", name]);
});

ledger.after.each(({ bench }) => {
  bench.close();
});

/** Changes the file as somebody with SQL and bad intentions would. */
function tamper(path: string, statement: string): void {
  const db = new Database(path);
  db.exec("DROP TRIGGER events_are_final; DROP TRIGGER events_stay");
  db.exec(statement);
  db.close();
}

function assertBroken(ran: Ran, seq: number, kind: string): void {
  assert.equal(ran.code, 8, ran.stderr);
  const report = JSON.parse(ran.stdout) as Verification;
  assert.equal(report.ok, false);
  assert.deepEqual([report.firstBad!.seq, report.firstBad!.class], [seq, kind]);
  assert.equal((JSON.parse(ran.stderr) as { code: string }).code, "check_failed");
}

ledger("a good ledger verifies without any key, in every way, and nothing is written", async ({ bench, db }) => {
  const before = readFileSync(db);
  for (const flags of [[], ["--quick"], ["--rebuild", "--reprice"], ["--from", "3"]]) {
    const ran = await bench.run(["ledger", "verify", ...flags], AUDITOR);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /^✓ \d+…6 · head [0-9a-f]{12} · /);
    assert.ok(!ran.stderr.includes("█"), "no bar without a terminal");
  }
  assert.ok(before.equals(readFileSync(db)));
  const report = (await bench.json(["ledger", "verify"])) as Verification;
  assert.deepEqual([report.ok, report.checked, report.head!.seq], [true, 6, 6]);
});

ledger("a ledger is verified by a program of another version too", async ({ bench, db }) => {
  tamper(db, "INSERT INTO migrations (name, applied_at) VALUES ('9999_later.sql', '2030-01-01T00:00:00.000Z')");
  const ran = await bench.run(["ledger", "verify"], AUDITOR);
  assert.equal(ran.code, 0, ran.stderr);
  assert.notEqual((await bench.run(["ledger", "verify", "--rebuild"], AUDITOR)).code, 0, "that needs its own tables");
});

ledger("an edited entry is exit 8, with its number, its class, and what to do", async ({ bench, db }) => {
  tamper(db, `UPDATE events SET data = replace(data, '"Two"', '"Too"') WHERE seq = 5`);
  assertBroken(await bench.run(["ledger", "verify", "--json"], AUDITOR), 5, "edited");
  assertBroken(await bench.run(["ledger", "verify", "--quick", "--json"], AUDITOR), 5, "edited");
  const text = await bench.run(["ledger", "verify"], AUDITOR);
  assert.equal(text.code, 8);
  assert.match(text.stderr, /^✗ Entry 5 .*\(edited, entry 5\)$/m);
  assert.match(text.stderr, /^ {2}Entries 1…4 are intact\. Do not delete anything\.$/m);
  assert.match(text.stderr, /^ {2}Try: boothctl ledger verify --from 1 --json > report\.json$/m);
});

ledger("a deleted entry is found", async ({ bench, db }) => {
  tamper(db, "DELETE FROM events WHERE seq = 4");
  assertBroken(await bench.run(["ledger", "verify", "--json"], AUDITOR), 4, "deleted");
});

ledger(
  "an end that was cut off is found against a checkpoint, the booth's own or one kept elsewhere",
  async ({ bench, db }) => {
    const note = join(bench.dir, "checkpoint.json");
    writeFileSync(note, (await bench.run(["ledger", "checkpoint"])).stdout);
    assert.equal((await bench.run(["ledger", "verify", "--checkpoint", note], AUDITOR)).code, 0);
    tamper(db, "DELETE FROM events WHERE seq > 4");
    assert.equal((await bench.run(["ledger", "verify"], AUDITOR)).code, 0, "by itself the rest is a good chain");
    copyFileSync(note, join(dirname(db), "checkpoint.json"));
    assertBroken(await bench.run(["ledger", "verify", "--json"], AUDITOR), 5, "truncated");
    rmSync(join(dirname(db), "checkpoint.json"));
    assertBroken(await bench.run(["ledger", "verify", "--checkpoint", note, "--json"], AUDITOR), 5, "truncated");
  },
);

ledger("a checkpoint that proves nothing is refused as input", async ({ bench }) => {
  const note = join(bench.dir, "checkpoint.json");
  writeFileSync(note, "{}");
  assert.equal((await bench.run(["ledger", "verify", "--checkpoint", note])).code, 2);
  const genuine = JSON.parse((await bench.run(["ledger", "checkpoint"])).stdout) as { head: string };
  writeFileSync(note, JSON.stringify({ ...genuine, head: "0".repeat(64) }));
  assert.equal((await bench.run(["ledger", "verify", "--checkpoint", note])).code, 2);
});

ledger("a read model that was changed is found by --rebuild, and the chain is called intact", async ({ bench, db }) => {
  const file = new Database(db);
  file.exec("UPDATE totals SET tickets = tickets + 1");
  file.close();
  assert.equal((await bench.run(["ledger", "verify"], AUDITOR)).code, 0);
  const ran = await bench.run(["ledger", "verify", "--rebuild"], AUDITOR);
  assert.equal(ran.code, 8);
  assert.match(ran.stderr, /All entries are intact/);
  assert.match(ran.stderr, /read_model/);
});

ledger("a chain of another key is not passed off as this one's", async ({ bench }) => {
  const other = { env: { EVENT_SIGNING_KEY: Buffer.alloc(32, 9).toString("base64url") } };
  const stranger = (await bench.run(["config", "keygen", "signing", "--json"])).stdout;
  const { publicKey } = JSON.parse(stranger) as { publicKey: string };
  assert.equal((await bench.run(["ledger", "verify"], other)).code, 8);
  assertBroken(await bench.run(["ledger", "verify", "--key", publicKey, "--json"], AUDITOR), 1, "unknown_key");
  const own = (await bench.run(["ledger", "key"], AUDITOR)).stdout.trim();
  assert.equal((await bench.run(["ledger", "verify", "--key", own], other)).code, 0);
  assert.equal((await bench.run(["ledger", "verify", "--key", "nonsense"])).code, 2);
});

ledger("a file that is damaged is exit 8 and not a fault of the program", async ({ bench, db }) => {
  writeFileSync(db, Buffer.alloc(20_000, 7));
  for (const name of readdirSync(bench.dataDir))
    if (/-(wal|shm)$/.test(name)) writeFileSync(join(bench.dataDir, name), "");
  const ran = await bench.run(["ledger", "verify", "--json"], AUDITOR);
  assert.equal(ran.code, 8, ran.stderr);
});

ledger("entries are listed, narrowed and shown, and the list says where it goes on", async ({ bench }) => {
  const page = (await bench.json(["ledger", "list", "-n", "2"])) as { items: { seq: number }[]; next: string };
  assert.deepEqual([page.items.map(({ seq }) => seq), page.next], [[6, 5], "5"]);
  const rest = (await bench.json(["ledger", "list", "--before", page.next])) as typeof page;
  assert.deepEqual([rest.items.map(({ seq }) => seq), rest.next], [[4, 3, 2, 1], null]);
  const kinds = (await bench.json(["ledger", "list", "--kind", "site_change"])) as typeof page;
  assert.equal(kinds.items.length, 3);
  assert.equal((await bench.run(["ledger", "list", "--kind", "nonsense"])).code, 2);
  assert.equal(((await bench.json(["ledger", "show", "1"])) as { kind: string }).kind, "genesis");
  assert.equal((await bench.run(["ledger", "show", "999"])).code, 6);
  const tail = (await bench.json(["ledger", "tail", "-n", "2"])) as typeof page;
  assert.deepEqual(
    tail.items.map(({ seq }) => seq),
    [5, 6],
  );
});

ledger(
  "tail --follow shows what another process appends, one JSON event a line, until interrupted",
  async ({ bench }) => {
    const running = bench.start(["ledger", "tail", "--follow", "-n", "1", "--json"]);
    const seqs = () =>
      running
        .said()
        .stdout.split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { seq: number }).seq);
    await until(() => seqs().length === 1, "the last entry", 10_000);
    await bench.run(["site", "set", "--name", "Four"]);
    await until(() => seqs().length === 2, "the new entry", 10_000);
    running.child.kill("SIGINT");
    const { code, signal } = await running.ended;
    assert.ok(signal === "SIGINT" || code === 130);
    assert.deepEqual(seqs(), [6, 7]);
  },
);

ledger("only what can be voided is, a reason is needed, and other needs a note", async ({ bench }) => {
  assert.equal((await bench.run(["ledger", "void", "1", "--reason", "test"])).code, 7);
  assert.equal((await bench.run(["ledger", "void", "999", "--reason", "test"])).code, 6);
  assert.equal((await bench.run(["ledger", "void", "1"])).code, 2);
  assert.equal((await bench.run(["ledger", "void", "1", "--reason", "nonsense"])).code, 2);
  assert.equal((await bench.run(["ledger", "void", "1", "--reason", "other"])).code, 2);
});

ledger("a void that is confirmed names its entry", async ({ bench }) => {
  const wrong = await bench.run(["ledger", "void", "1", "--reason", "test", "--confirm", "2"]);
  assert.deepEqual([wrong.code, /"2" is not "1"/.test(wrong.stderr)], [2, true], wrong.stderr);
  const right = await bench.run(["ledger", "void", "1", "--reason", "test", "--confirm", "1"]);
  assert.deepEqual([right.code, /of kind genesis cannot be voided/.test(right.stderr)], [7, true], right.stderr);
});

ledger("a copy of the file elsewhere verifies too", async ({ bench, db }) => {
  const copy = openCliBench();
  try {
    const { mkdirSync } = await import("node:fs");
    mkdirSync(copy.dataDir);
    copyFileSync(db, join(copy.dataDir, "booth.db"));
    assert.equal((await copy.run(["ledger", "verify"], AUDITOR)).code, 0);
    assert.ok(bench.dir !== copy.dir);
  } finally {
    copy.close();
  }
});

ledger.run();
