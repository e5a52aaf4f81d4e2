import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { holdFile } from "../common/node/exclusive-file.ts";
import { FIRST_TAG, type InstalledBooth, openInstalledBooth } from "./helpers/installed-booth.ts";
import { layRelease, packRelease, type ReleaseChange } from "./helpers/releases.ts";

const upgrade = suite<{ booth: InstalledBooth }>("cli upgrade refused");
const NEXT = "main-2222222";

/** A migration of the release that runs, which the one before it can work beside. */
const SECOND = { "0980_second.sql": "-- older programs: from 0013\nALTER TABLE sites ADD COLUMN second TEXT;\n" };

upgrade.before.each(async (context) => {
  context.booth = await openInstalledBooth({ migrations: SECOND });
});

upgrade.after.each(({ booth }) => booth.close());

const pack = ({ dir }: InstalledBooth, change: ReleaseChange) => packRelease(layRelease(dir, change));

upgrade("what must not come is refused before anything is touched", async ({ booth }) => {
  const { dir } = booth;
  const refused = async (word: string, code: number, words: RegExp) => {
    const ran = await booth.upgrade("apply", word);
    assert.equal(ran.code, code, `${word}: ${ran.stderr}`);
    assert.match(ran.stderr, words);
    assert.deepEqual([booth.linked(), booth.asked], [FIRST_TAG, []], word);
    assert.equal(existsSync(join(dir, "root/opt/parking-booth/upgrade.json")), false);
  };
  const good = pack(booth, { tag: NEXT });
  symlinkSync(good, join(dir, "parking-booth-stage.tar.gz"));
  await refused("stage", 7, /a production booth takes an immutable tag only/);
  const staging = await booth.run(["upgrade", "plan", "stage", "--root", booth.root], { env: { NODE_ENV: "staging" } });
  assert.equal(staging.code, 0, staging.stderr);

  writeFileSync(join(dir, "parking-booth-main-4444444.tar.gz"), readFileSync(good));
  await refused("main-4444444", 8, /is not what its name says: it holds main-2222222/);
  writeFileSync(good, readFileSync(good).subarray(0, 200_000));
  await refused(NEXT, 8, /cut off or damaged/);
  const tree = layRelease(dir, { tag: "main-5555555" });
  writeFileSync(join(tree, "README.md"), "something else");
  packRelease(tree);
  await refused("main-5555555", 8, /README\.md of the release is damaged/);
  const link = "parking-booth-main-9999999/dist/link";
  const odd = layRelease(dir, { tag: "main-9999999" });
  symlinkSync("/etc/passwd", join(dir, link));
  packRelease(odd, link);
  await refused(
    "main-9999999",
    8,
    /✗ \S+\.tar\.gz is no release of this program: dist\/link is neither a file nor a folder\.\n/,
  );
  pack(booth, { tag: "main-0000000", facts: { bytes: 1e15 } });
  await refused("main-0000000", 8, /\d GB free for \S+\/releases.*, \d+ GB too little/);
  pack(booth, { tag: "main-6666666", migrations: { "0990_next.sql": "ALTER TABLE sites ADD COLUMN next TEXT;\n" } });
  await refused("main-6666666", 8, new RegExp(`${FIRST_TAG} cannot work with 0990_next\\.sql of main-6666666`));
  pack(booth, { tag: "main-7777777", facts: { node: { abi: "1", version: "4.0.0" } } });
  await refused("main-7777777", 8, /built for Node 4\.0\.0/);
  await refused("main-8888888", 6, /There is no release main-8888888/);
  await refused(
    join(dir, "none.tar.gz"),
    6,
    /✗ There is no file \/.*\/none\.tar\.gz\.\n.*\n {2}Try: boothctl upgrade check\n/,
  );
  symlinkSync(good, join(dir, "odd.tar.gz"));
  await refused(
    join(dir, "odd.tar.gz"),
    2,
    /\/odd\.tar\.gz is not named as a release is: parking-booth-TAG\.tar\.gz\./,
  );

  const target = ["--root", booth.root];
  const keyless = await booth.run(["upgrade", "check", ...target], { env: { BACKUP_KEY: "" } });
  assert.equal(keyless.code, 8);
  assert.match(keyless.stdout, /✗ no backup can be made: BACKUP_KEY is not set/);

  const hold = holdFile(join(booth.root, "opt/parking-booth/upgrade.lock"));
  pack(booth, { tag: "main-aaaaaaa" });
  await refused("main-aaaaaaa", 10, /Another upgrade or installation is under way/);
  hold?.release();
});

upgrade(
  "a database that a newer program wrote is refused with a sentence, and no service starts on it",
  async ({ booth }) => {
    const { default: Database } = await import("better-sqlite3");
    const db = new Database(join(booth.dataDir, "booth.db"));
    db.exec("INSERT INTO migrations (name, applied_at, older_from) VALUES ('0990_next.sql', '2026-01-01', '0990')");
    for (const words of [["serve"], ["upgrade", "migrate"], ["ledger", "head"]]) {
      const ran = await booth.run(words);
      assert.equal(ran.code, 2, ran.stderr);
      assert.match(ran.stderr, /The database is newer than this program: it has 0990_next\.sql\.\n/, words.join(" "));
    }
    // As after a rollback: the release that runs works beside it, and the one before that one does not.
    db.exec("UPDATE migrations SET older_from = '0980' WHERE name = '0990_next.sql'");
    db.close();
    assert.equal((await booth.run(["ledger", "head"])).code, 0);
    pack(booth, { tag: NEXT });
    const planned = await booth.upgrade("plan", NEXT);
    assert.equal(planned.code, 8);
    assert.match(planned.stderr, new RegExp(`${NEXT} cannot work with 0990_next\\.sql of the database`));
    assert.match(planned.stdout, /Migrate +nothing to migrate/);
  },
);

upgrade.run();
