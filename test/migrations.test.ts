import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { migrate, NewerSchemaError, schemaMismatch } from "../common/node/migrate.ts";

const migrations = suite<{ dir: string }>("migrations");

migrations.before.each((context) => {
  context.dir = mkdtempSync(join(tmpdir(), "migrations-"));
});

migrations.after.each(({ dir }) => rmSync(dir, { recursive: true, force: true }));

/** The last ones before a way back was asked for: no program older than these was ever released. */
const FIRST = { booth: "0013", collector: "0001" } as const;

/** What is wrong with a migration's word about older programs, or null. */
function problemOf(name: string, text: string, first: string): string | null {
  const number = name.slice(0, 4);
  if (number <= first) return null;
  const from = /^-- older programs: from (\d{4})$/m.exec(text)?.[1];
  if (from === undefined) return `${name} lacks the line "-- older programs: from ${first}"`;
  return from < number ? null : `${name} names itself or a later one`;
}

migrations("each migration says from which program on older ones work beside it", () => {
  for (const [side, first] of Object.entries(FIRST)) {
    const folder = join(import.meta.dirname, "..", "migrations", side);
    const problems = readdirSync(folder).map((name) =>
      problemOf(name, readFileSync(join(folder, name), "utf8"), first),
    );
    assert.deepEqual(
      problems.filter((problem) => problem !== null),
      [],
    );
  }
  assert.match(problemOf("0014_x.sql", "SELECT 1;", "0013") ?? "", /lacks the line/);
  assert.equal(problemOf("0014_x.sql", "-- older programs: from 0013\nSELECT 1;", "0013"), null);
});

migrations("a program works beside what a newer one added for it, and refuses what it cannot know", async ({ dir }) => {
  const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
  const db = openDb(join(dir, "test.db"));
  const told: [string, number][] = [];
  const run = () =>
    migrate(
      db,
      dir,
      () => "2026-05-29T12:00:00.000Z",
      (name, left) => told.push([name, left]),
    );
  write("0001_first.sql", "CREATE TABLE first (id INTEGER) STRICT;");
  write("0002_next.sql", "-- older programs: from 0001\nALTER TABLE first ADD COLUMN next TEXT;");
  assert.deepEqual(await run(), ["0001_first.sql", "0002_next.sql"]);
  assert.deepEqual(told, [
    ["0001_first.sql", 1],
    ["0002_next.sql", 0],
  ]);
  rmSync(join(dir, "0002_next.sql"));
  assert.equal(schemaMismatch(db, dir), null);
  assert.deepEqual(await run(), []);
  write("0002_next.sql", "-- older programs: from 0001\nALTER TABLE first ADD COLUMN next TEXT;");
  write("0003_late.sql", "-- older programs: from 0002\nALTER TABLE first ADD COLUMN late TEXT;");
  await run();
  for (const name of ["0002_next.sql", "0003_late.sql"]) rmSync(join(dir, name));
  assert.equal(schemaMismatch(db, dir), "the database is newer than this program: it has 0003_late.sql");
  await assert.rejects(run(), NewerSchemaError);
  db.close();
});

migrations("a database whose table of migrations is from the first programs is brought along", async ({ dir }) => {
  const db = openDb(join(dir, "test.db"));
  db.exec("CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT");
  db.exec("INSERT INTO migrations VALUES ('0001_first.sql', '2026-05-29T12:00:00.000Z')");
  writeFileSync(join(dir, "0001_first.sql"), "CREATE TABLE first (id INTEGER) STRICT;");
  writeFileSync(join(dir, "0002_next.sql"), "CREATE TABLE next (id INTEGER) STRICT;");
  assert.deepEqual(await migrate(db, dir, () => "2026-05-30T12:00:00.000Z"), ["0002_next.sql"]);
  assert.equal(schemaMismatch(db, dir), null);
  db.close();
});

migrations.run();
