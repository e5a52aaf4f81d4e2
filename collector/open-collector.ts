import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { assetPath } from "../common/node/assets.ts";
import { instant } from "../common/node/clock.ts";
import { type Db, openDb } from "../common/node/db.ts";
import { migrate, schemaMismatch } from "../common/node/migrate.ts";
import type { Collector } from "./context.ts";

/** The database in a collector's data directory. */
export const DATABASE = "collector.db";

/** The numbered SQL that makes it. */
export const migrationsFolder = () => assetPath("migrations/collector");

export type CollectorParts = Omit<Collector, "db"> & {
  /** Whether to bring the schema up to date; without it the database is taken as it is, or refused. */
  migrate: boolean;
};

/** Opens a data directory: all that the command line needs, and what the service builds on. */
export async function openCollector({ migrate: mayMigrate, ...parts }: CollectorParts): Promise<Collector> {
  const { config, clock, log } = parts;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = openDb(join(config.dataDir, DATABASE));
  try {
    if (mayMigrate) {
      const applied = await migrate(db, migrationsFolder(), () => instant(clock.now()));
      log.info({ applied: applied.length }, "[migrate] done");
    }
    assertSchema(db);
    return { ...parts, db };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Refuses a database whose schema is not this program's. */
export function assertSchema(db: Db): void {
  const mismatch = schemaMismatch(db, migrationsFolder());
  if (mismatch) throw new CollectorSchemaError(mismatch);
}

/** The database does not fit the program, and this command does not change it. */
export class CollectorSchemaError extends Error {
  constructor(mismatch: string) {
    super(mismatch);
    this.name = "CollectorSchemaError";
  }
}
