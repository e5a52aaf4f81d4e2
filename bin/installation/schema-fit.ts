import type { ReleaseFacts } from "./release.ts";

type Migrations = Pick<ReleaseFacts, "tag" | "migrations">;

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

/** The migrations a release brings, as `0042→0044`; null where it brings none. */
export function migrationsText(before: Migrations, after: Migrations): string | null {
  const [from, to] = [before, after].map(({ migrations }) => migrations.at(-1)?.name.slice(0, 4) ?? "0000");
  return from === to ? null : `${from}→${to}`;
}
