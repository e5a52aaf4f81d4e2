import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { LedgerEvent } from "../common/events.ts";
import type { Verification } from "../common/verification.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

interface Context {
  bench: CliBench;
  file: string;
}

const ledger = suite<Context>("cli ledger export");

/** No key and no other setting: what an auditor has. */
const AUDITOR = { env: { EVENT_SIGNING_KEY: "", SESSION_SECRET: "", DATA_DIR: "/nowhere" } };

ledger.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  context.file = join(bench.dir, "ledger.jsonl");
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.run(["site", "set", "--name", "One", "--timezone", "UTC"]);
  await bench.run(["site", "set", "--name", "Two"]);
});
ledger.after.each(({ bench }) => {
  bench.close();
});

const eventsIn = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line) as LedgerEvent);

ledger("an export is proven by an auditor who has the file and the key, and no booth", async ({ bench, file }) => {
  const done = await bench.run(["ledger", "export", "-o", file]);
  assert.deepEqual([done.code, done.stdout], [0, ""], done.stderr);
  assert.match(done.stderr, /^Exported 5 entries of 1…5\.$/m);
  assert.deepEqual(
    readdirSync(bench.dir).filter((name) => name.endsWith(".tmp")),
    [],
  );
  const key = (await bench.run(["ledger", "key"])).stdout.trim();
  const good = await bench.run(["ledger", "verify", "--file", file, "--key", key], AUDITOR);
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /^✓ 1…5 · head [0-9a-f]{12} · /);
  const other = Buffer.alloc(32, 9).toString("base64url");
  assert.equal((await bench.run(["ledger", "verify", "--file", file, "--key", other], AUDITOR)).code, 8);
  const unsure = await bench.run(["ledger", "verify", "--file", file], AUDITOR);
  assert.equal(unsure.code, 0);
  assert.match(unsure.stderr, /to be sure of it, pass --key/);
});

ledger("an entry that was changed in the file is exit 8, with its number and class", async ({ bench, file }) => {
  await bench.run(["ledger", "export", "-o", file]);
  writeFileSync(file, readFileSync(file, "utf8").replace('"name":"One"', '"name":"Won"'));
  const ran = await bench.run(["ledger", "verify", "--file", file, "--json"], AUDITOR);
  assert.equal(ran.code, 8, ran.stderr);
  const report = JSON.parse(ran.stdout) as Verification;
  assert.deepEqual([report.ok, report.firstBad?.seq, report.firstBad?.class], [false, 4, "edited"]);
  const text = await bench.run(["ledger", "verify", "--file", file], AUDITOR);
  assert.match(text.stderr, /^✗ Entry 4 .*\(edited, entry 4\)$/m);
  assert.match(text.stderr, /Try: boothctl ledger verify --file .*ledger\.jsonl --json > report\.json/);
});

ledger(
  "lines that were cut off show: by the file's own checkpoint, or by one kept elsewhere",
  async ({ bench, file }) => {
    await bench.run(["ledger", "export", "-o", file]);
    const note = join(bench.dir, "checkpoint.json");
    writeFileSync(note, (await bench.run(["ledger", "checkpoint"])).stdout);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, `${lines.slice(0, -2).join("\n")}\n`);
    for (const more of [[], ["--checkpoint", note]]) {
      const ran = await bench.run(["ledger", "verify", "--file", file, "--json", ...more], AUDITOR);
      assert.equal(ran.code, 8, ran.stderr);
      const { firstBad } = JSON.parse(ran.stdout) as Verification;
      assert.deepEqual([firstBad?.seq, firstBad?.class], [4, "truncated"]);
    }
  },
);

ledger("a period and a kind narrow it, to stdout where no file is named", async ({ bench }) => {
  const all = (await bench.run(["ledger", "export"])).stdout;
  assert.deepEqual(
    eventsIn(all).map(({ seq }) => seq),
    [1, 2, 3, 4, 5],
  );
  const at = eventsIn(all)[4]?.at ?? "";
  const late = (await bench.run(["ledger", "export", "--since", at, "-o", "-"])).stdout;
  assert.deepEqual(
    eventsIn(late).map(({ seq }) => seq),
    [5],
  );
  const early = (await bench.run(["ledger", "export", "--until", at])).stdout;
  assert.deepEqual(
    eventsIn(early).map(({ seq }) => seq),
    [1, 2, 3, 4],
  );
  const kind = (await bench.run(["ledger", "export", "--kind", "site_change"])).stdout;
  assert.deepEqual(
    eventsIn(kind).map(({ seq }) => seq),
    [4, 5],
  );
  const none = await bench.run(["ledger", "export", "--since", "2999-01-01"]);
  assert.deepEqual([none.code, eventsIn(none.stdout)], [0, []]);
  for (const [index, text] of [late, early, kind, none.stdout].entries()) {
    const file = join(bench.dir, `${index}.jsonl`);
    writeFileSync(file, text);
    const ran = await bench.run(["ledger", "verify", "--file", file], AUDITOR);
    assert.equal(ran.code, 0, ran.stderr);
  }
  assert.match(
    (await bench.run(["ledger", "verify", "--file", join(bench.dir, "2.jsonl")], AUDITOR)).stderr,
    /whether one is missing cannot be told/,
  );
});

ledger("without the signing key it is written all the same, and says that its end is not signed", async ({ bench }) => {
  const ran = await bench.run(["ledger", "export"], { env: { EVENT_SIGNING_KEY: "", SESSION_SECRET: "" } });
  assert.equal(ran.code, 0);
  assert.match(ran.stderr, /No checkpoint is in it/);
  assert.equal(eventsIn(ran.stdout).length, 5);
});

ledger("what cannot be exported or verified is refused, and no file is left", async ({ bench, file }) => {
  for (const [words, exit, said] of [
    [["export", "--kind", "nonsense", "-o", file], 2, /Allowed choices are genesis/],
    [["export", "--since", "2026-02-30", "-o", file], 2, /since: expected a day that exists/],
    [["export", "-o", join(bench.dir, "nowhere", "x.jsonl")], 2, /There is no directory/],
    [["verify", "--file", file], 2, /There is no file/],
    [["verify", "--file", join(bench.dataDir, "booth.db")], 2, /does not begin as a file that boothctl ledger export/],
    [["verify", "--file", file, "--rebuild"], 2, /need the booth's database/],
    [["verify", "--file", file, "--key", "nonsense"], 2, /32 bytes in base64url/],
  ] as const) {
    const ran = await bench.run(["ledger", ...words]);
    assert.deepEqual([ran.code, ran.stdout], [exit, ""], `${words.join(" ")}: ${ran.stderr}`);
    assert.match(ran.stderr, said, words.join(" "));
  }
  assert.equal(existsSync(file), false);
});

ledger("a checkpoint is not passed over in silence where it proves nothing", async ({ bench, file }) => {
  const note = join(bench.dir, "checkpoint.json");
  writeFileSync(note, (await bench.run(["ledger", "checkpoint"])).stdout);
  await bench.run(["ledger", "export", "--kind", "site_change", "-o", file]);
  const ran = await bench.run(["ledger", "verify", "--file", file, "--checkpoint", note], AUDITOR);
  assert.deepEqual([ran.code, ran.stdout], [2, ""]);
  assert.match(ran.stderr, /one kind of entry only/);
});

ledger("entries are listed by period and by whoever acted, under the name people know", async ({ bench }) => {
  const list = async (...words: string[]) =>
    ((await bench.json(["ledger", "list", ...words])) as { items: LedgerEvent[] }).items.map(({ seq }) => seq);
  const [last] = ((await bench.json(["ledger", "list", "-n", "1"])) as { items: LedgerEvent[] }).items;
  assert.deepEqual(await list("--since", last?.at ?? ""), [5]);
  assert.deepEqual(await list("--since", last?.at ?? "", "--until", last?.at ?? ""), []);
  assert.deepEqual(await list("--until", "1999-12-31"), []);
  assert.deepEqual(await list("--actor", last?.actor.id ?? "", "--kind", "site_change"), [5, 4]);
  assert.deepEqual(await list("--actor", "nobody"), []);
});

ledger("days that are due are signed for the person who asks, and nothing is to do else", async ({ bench }) => {
  const ran = await bench.run(["ledger", "close-days"]);
  assert.deepEqual([ran.code, ran.stdout], [0, ""]);
  assert.match(ran.stderr, /nothing to do/);
  assert.deepEqual(await bench.json(["ledger", "close-days"]), { signed: [] });
});

ledger.run();
