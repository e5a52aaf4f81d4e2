import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { FIRST_TAG, type InstalledBooth, openInstalledBooth, versionAt } from "./helpers/installed-booth.ts";
import { layRelease, packRelease, type ReleaseChange } from "./helpers/releases.ts";

const upgrade = suite<{ booth: InstalledBooth }>("cli upgrade");
const NEXT = "main-2222222";

upgrade.before.each(async (context) => {
  context.booth = await openInstalledBooth();
});

upgrade.after.each(({ booth }) => booth.close());

const pack = ({ dir }: InstalledBooth, change: ReleaseChange) => packRelease(layRelease(dir, change));

const GOOD_MIGRATION = {
  "0990_next.sql":
    "-- A column of the next release.\n-- older programs: from 0013\nALTER TABLE sites ADD COLUMN next TEXT;\n",
};

/** A unit that a release units, and its line in the list of those there are. */
const NEW_UNIT = {
  "systemd/parking-booth-new.timer": "a new unit",
  "systemd/parking-booth.sysusers": `${readFileSync("systemd/parking-booth.sysusers", "utf8")}u parking-new -\n`,
  "systemd/parking-booth.preset": `${readFileSync("systemd/parking-booth.preset", "utf8")}enable parking-booth-new.timer\n`,
};

/** Fails unless a version runs, is the one that is linked, and the ledger is whole. */
async function assertRuns(booth: InstalledBooth, tag: string): Promise<void> {
  assert.deepEqual([await versionAt(booth.url), booth.linked()], [tag, tag]);
  const ready = await fetch(`${booth.url}/readyz`);
  assert.equal(ready.status, 200, await ready.text());
  const measures = await (await fetch(`${booth.url}/metrics`)).text();
  assert.ok(
    measures.includes(`booth_build_info{version="${tag}",commit="${tag.slice(-7)}"} 1`),
    measures.slice(0, 300),
  );
  assert.equal((await booth.run(["ledger", "verify"])).code, 0);
}

upgrade("an upgrade migrates and runs, and the release before runs on the newer database", async ({ booth }) => {
  await booth.start();
  const unit = join(booth.root, "etc/systemd/system/parking-booth-new.timer");
  pack(booth, { tag: NEXT, migrations: GOOD_MIGRATION, files: NEW_UNIT });
  const planned = await booth.upgrade("plan", NEXT);
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(planned.stdout, new RegExp(`${FIRST_TAG} → ${NEXT}`));
  assert.match(planned.stdout, /Migrate +\d{4}→0990/);
  assert.deepEqual([booth.linked(), booth.asked], [FIRST_TAG, []], "a plan changes nothing");

  const applied = await booth.upgrade("apply", NEXT);
  assert.equal(applied.code, 0, applied.stderr);
  assert.match(applied.stdout, new RegExp(`^Upgraded ${FIRST_TAG} → ${NEXT}\\. Undo: boothctl upgrade rollback`));
  for (const line of ["[1/6] Preflight", "[2/6] Backup", "[4/6] Migrate       0990", "[6/6] Smoke"])
    assert.ok(applied.stderr.includes(line), `${line} in\n${applied.stderr}`);
  assert.match(applied.stderr, /\[2\/6\] Backup +[\d.]+ MB {2}verified/);
  await assertRuns(booth, NEXT);
  assert.equal(readFileSync(unit, "utf8"), "a new unit");
  assert.match(readFileSync(join(booth.root, "etc/passwd"), "utf8"), /^parking-new:/m);
  assert.deepEqual(booth.asked.slice(1), [
    "daemon-reload",
    "enable --now --no-block parking-booth-new.timer",
    "start --no-block parking-booth.service",
  ]);
  const again = await booth.upgrade("apply", NEXT);
  assert.deepEqual([again.code, again.stdout], [0, `${NEXT} runs already.\n`]);

  const refused = await booth.upgrade("rollback");
  assert.equal(refused.code, 2, "it asks for a confirmation");
  // The power is cut to the way back, and the same command goes on with it.
  await booth.cutOff("rolled_back", NEXT, FIRST_TAG);
  const back = await booth.upgrade("rollback", "--confirm", "booth-1");
  assert.equal(back.stdout, `Rolled back ${NEXT} → ${FIRST_TAG}.\n`, back.stderr);
  assert.ok(booth.asked.includes("disable --now parking-booth-new.timer") && !existsSync(unit), "its unit goes, too");
  assert.match(back.stderr, /Health +\/readyz ok/, "it must be as ready as before the power was cut");
  await assertRuns(booth, FIRST_TAG);
  assert.equal((await booth.upgrade("rollback", "--confirm", "booth-1")).code, 0, "done already");
  appendFileSync(join(booth.root, "opt/parking-booth/history.jsonl"), "garbage\n");
  const history = await booth.upgrade("history");
  assert.equal(history.code, 0, "a line that somebody spoilt hides no other");
  assert.match(history.stdout, /rolled back .*\n.* upgraded /);
  assert.match(history.stderr, /^1 lines? of .* cannot be read/);

  const made = await booth.run(["backup", "run", "--json"]);
  assert.equal(made.code, 0, made.stderr);
  const file = join(booth.dataDir, "backups", (JSON.parse(made.stdout) as { name: string }).name);
  const into = join(booth.dir, "restored");
  const restored = await booth.run(["backup", "restore", file, "--into", into, "--confirm", "booth-1"]);
  assert.equal(restored.code, 0, `what the release before backs up now, it restores: ${restored.stderr}`);
});

upgrade("a release that does not run is taken back by itself, and nothing is lost", async ({ booth }) => {
  await booth.start();
  pack(booth, { tag: NEXT, files: { "dist/version.json": '{"version":"1","commit":"x","release":"main-9999999"}' } });
  const unhealthy = await booth.upgrade("apply", NEXT, "--healthy-within", "6");
  assert.equal(unhealthy.code, 11, unhealthy.stderr);
  assert.match(unhealthy.stderr, /version main-9999999 answers instead/);
  assert.match(unhealthy.stderr, new RegExp(`${FIRST_TAG} runs again`));
  await assertRuns(booth, FIRST_TAG);

  const migrations = {
    ...GOOD_MIGRATION,
    "0991_bad.sql": "-- older programs: from 0013\nALTER TABLE missing ADD COLUMN x TEXT;\n",
  };
  pack(booth, { tag: "main-3333333", migrations });
  const broken = await booth.upgrade("apply", "main-3333333", "--json");
  assert.equal(broken.code, 11, broken.stderr);
  const told = JSON.parse(broken.stderr) as { code: string; message: string; exit: number };
  assert.deepEqual([told.code, told.exit], ["rolled_back", 11]);
  assert.match(told.message, /could not be migrated: .*no such table: missing/);
  await assertRuns(booth, FIRST_TAG);
  const { items } = JSON.parse((await booth.upgrade("history", "--json")).stdout) as { items: { kind: string }[] };
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ["failed", "failed"],
  );

  // As after a power cut: the link names the new release already, and nothing has ended.
  await booth.cutOff("upgraded", FIRST_TAG, NEXT);
  const checked = await booth.upgrade("check");
  assert.match(checked.stdout, new RegExp(`^running +${NEXT}\n.* rollback goes back to ${FIRST_TAG}\n`));
  assert.match(checked.stdout, new RegExp(`the upgrade ${FIRST_TAG} → ${NEXT} of .* was cut off`));
  const doctor = (await booth.run(["doctor"])).stdout;
  assert.match(doctor, /✗ Upgrade .* has not ended: the booth may be down\n +fix: boothctl upgrade rollback\n/);
  const asked = await booth.upgrade("rollback");
  assert.match(asked.stderr, new RegExp(`${NEXT} stops, and ${FIRST_TAG} runs again`));
  assert.match(asked.stderr, /Try: boothctl upgrade rollback --root \S+ --systemctl \S+ --confirm booth-1\n/);
  const back = await booth.upgrade("rollback", "--confirm", "booth-1");
  assert.equal(back.stdout, `Rolled back ${NEXT} → ${FIRST_TAG}.\n`);
  await assertRuns(booth, FIRST_TAG);
  assert.match((await booth.upgrade("check")).stdout, /no open upgrade/);
});

upgrade.run();
