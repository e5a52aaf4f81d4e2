import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseFacts } from "./release.ts";

type Migrations = Pick<ReleaseFacts, "tag" | "migrations">;

/** What a booth's database has, as a release says what it knows; nothing where there is no booth. */
export async function schemaIn(dataDir: string): Promise<Migrations> {
  const path = join(dataDir, "booth.db");
  if (!existsSync(path)) return { tag: "the database", migrations: [] };
  const { openDb } = await import("../../common/node/db.ts");
  const { appliedTo } = await import("../../common/node/migrate.ts");
  // SQLite itself gives files that it makes for root to the database's owner.
  const db = openDb(path, { readonly: true });
  try {
    return { tag: "the database", migrations: appliedTo(db) };
  } finally {
    db.close();
  }
}

/**
 * Says in a sentence why a release could not work on the database after another one has brought it to its own schema,
 * or null when it can: each migration it does not know must name one that it knows.
 */
export function cannotFollow(before: Migrations, after: Migrations): string | null {
  const known = before.migrations.map(({ name }) => name);
  const newest = (known.at(-1) ?? "").slice(0, 4);
  const foreign = after.migrations.filter(
    ({ name, olderFrom }) => !known.includes(name) && (olderFrom === null || olderFrom > newest),
  );
  if (foreign.length === 0) return null;
  return `${before.tag} cannot work with ${foreign.map(({ name }) => name).join(", ")} of ${after.tag}`;
}

/** The migrations a release brings to a database, as `0042→0044`; null where it brings none. */
export function migrationsText(database: Migrations, release: Migrations): string | null {
  const applied = database.migrations.map(({ name }) => name);
  if (release.migrations.every(({ name }) => applied.includes(name))) return null;
  const [from, to] = [database, release].map(({ migrations }) => migrations.at(-1)?.name.slice(0, 4) ?? "0000");
  return `${from}→${to}`;
}
