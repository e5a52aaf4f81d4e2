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

/** A newer program wrote the database, and left it so that this one cannot work with it. */
export class NewerSchemaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NewerSchemaError";
  }
}

/** The database does not fit the program, and this command does not change it. */
export class SchemaMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SchemaMismatchError";
  }
}

/** A migration that a database has, and the first one that a program must know to work beside it, where it says so. */
export interface Applied {
  name: string;
  olderFrom: string | null;
}

const OLDER_PROGRAMS = /^-- older programs: from (\d{4})$/m;

/** The migrations that a database has, in order. */
export function appliedTo(db: Db): Applied[] {
  const columns = db.pragma("table_info(migrations)") as { name: string }[];
  if (columns.length === 0) return [];
  const olderFrom = columns.some(({ name }) => name === "older_from") ? "older_from" : "NULL";
  return sql<Applied>(db, `SELECT name, ${olderFrom} AS olderFrom FROM migrations ORDER BY name`).all();
}

/** What of a folder of numbered SQL is not applied yet, and what is applied that the program does not know. */
export function migrationState(db: Db, folder: string): { pending: string[]; unknown: Applied[] } {
  const known = knownMigrations(folder);
  const applied = appliedTo(db);
  return {
    pending: known.filter((name) => !applied.some((each) => each.name === name)),
    unknown: applied.filter(({ name }) => !known.includes(name)),
  };
}

/**
 * Says in a sentence why a database does not fit the program, or null when it does. A newer one fits where each of its
 * migrations names one that this program knows: a program that was upgraded and taken back must run.
 */
export function schemaMismatch(db: Db, folder: string): string | null {
  const newer = newerSchema(db, folder);
  if (newer) return newer;
  const { pending } = migrationState(db, folder);
  if (pending.length > 0) return `the database is older than this program: it lacks ${pending.join(", ")}`;
  return null;
}

/** Makes sure that a database fits the program as it is. Throws a NewerSchemaError or a SchemaMismatchError. */
export function assertSchema(db: Db, folder: string): void {
  const newer = newerSchema(db, folder);
  if (newer) throw new NewerSchemaError(newer);
  const mismatch = schemaMismatch(db, folder);
  if (mismatch) throw new SchemaMismatchError(mismatch);
}

/** Says in a sentence that a newer program left a database so that this one cannot work with it, or null. */
export function newerSchema(db: Db, folder: string): string | null {
  const newest = knownMigrations(folder).at(-1) ?? "";
  const foreign = migrationState(db, folder).unknown.filter(
    ({ olderFrom }) => olderFrom === null || olderFrom > newest.slice(0, 4),
  );
  if (foreign.length === 0) return null;
  return `the database is newer than this program: it has ${foreign.map(({ name }) => name).join(", ")}`;
}

/**
 * Applies the numbered SQL files of a folder in order, each together with its record in one transaction, so that a
 * migration is never half done and never done twice. Refuses a database that a newer program wrote, unless that program
 * left it so that this one can work with it. `onApplied` is told each that was applied, and how many are to come.
 */
export async function migrate(
  db: Db,
  folder: string,
  now: () => string,
  onApplied: (name: string, left: number) => void = () => {},
): Promise<string[]> {
  const newer = newerSchema(db, folder);
  if (newer) throw new NewerSchemaError(newer);
  const { pending } = migrationState(db, folder);
  if (pending.length === 0) return [];
  prepareTable(db);
  const { Umzug } = await import("umzug");
  const apply = (name: string) => {
    const text = readFileSync(join(folder, name), "utf8");
    const record = db.prepare("INSERT INTO migrations (name, applied_at, older_from) VALUES (?, ?, ?)");
    db.transaction(() => {
      db.exec(text);
      record.run(name, now(), OLDER_PROGRAMS.exec(text)?.[1] ?? null);
    }).immediate();
    onApplied(name, pending.length - pending.indexOf(name) - 1);
  };
  const umzug = new Umzug({
    migrations: knownMigrations(folder).map((name) => ({ name, up: async () => apply(name) })),
    // The record is written with the SQL, above; what umzug would log afterwards is there already.
    storage: {
      logMigration: async () => {},
      unlogMigration: async () => {},
      executed: async () => appliedTo(db).map(({ name }) => name),
    },
    logger: undefined,
  });
  return (await umzug.up()).map((done) => done.name);
}

/** The table of what is applied. Databases of the first programs have no column for what a migration says of older ones. */
function prepareTable(db: Db): void {
  db.transaction(() => {
    db.exec(
      "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL, older_from TEXT) STRICT",
    );
    const columns = db.pragma("table_info(migrations)") as { name: string }[];
    if (!columns.some(({ name }) => name === "older_from"))
      db.exec("ALTER TABLE migrations ADD COLUMN older_from TEXT");
  }).immediate();
}
