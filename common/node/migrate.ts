import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Db, sql } from "./db.ts";

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** The names of the migrations in a folder, in order. */
export function knownMigrations(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort();
}

function appliedNames(db: Db): string[] {
  const table = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get();
  if (!table) return [];
  return sql<{ name: string }>(db, "SELECT name FROM migrations ORDER BY name")
    .all()
    .map((row) => row.name);
}

/** What of a folder of numbered SQL is not applied yet, and what is applied that the program does not know. */
export function migrationState(db: Db, folder: string): { pending: string[]; unknown: string[] } {
  const known = knownMigrations(folder);
  const applied = appliedNames(db);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Says in a sentence why a database does not fit the program, or null when it does. */
export function schemaMismatch(db: Db, folder: string): string | null {
  const { pending, unknown } = migrationState(db, folder);
  if (unknown.length > 0) return `the database is newer than this program: it has ${unknown.join(", ")}`;
  if (pending.length > 0) return `the database is older than this program: it lacks ${pending.join(", ")}`;
  return null;
}

/**
 * Applies the numbered SQL files of a folder in order, each together with its record in one transaction, so that a
 * migration is never half done and never done twice. Refuses a database that a newer program wrote.
 */
export async function migrate(db: Db, folder: string, now: () => string): Promise<string[]> {
  const { unknown, pending } = migrationState(db, folder);
  if (unknown.length > 0) throw new Error(`the database is newer than this program: it has ${unknown.join(", ")}`);
  if (pending.length === 0) return [];
  db.exec("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT");
  const { Umzug } = await import("umzug");
  const apply = (name: string) => {
    const text = readFileSync(join(folder, name), "utf8");
    const record = db.prepare("INSERT INTO migrations (name, applied_at) VALUES (?, ?)");
    db.transaction(() => {
      db.exec(text);
      record.run(name, now());
    }).immediate();
  };
  const umzug = new Umzug({
    migrations: knownMigrations(folder).map((name) => ({ name, up: async () => apply(name) })),
    // The record is written with the SQL, above; what umzug would log afterwards is there already.
    storage: { logMigration: async () => {}, unlogMigration: async () => {}, executed: async () => appliedNames(db) },
    logger: undefined,
  });
  return (await umzug.up()).map((done) => done.name);
}
