import { LEAST_FREE_BYTES, probe, type ReadinessOf, readinessOf } from "../common/node/checks.ts";
import { sql } from "../common/node/db.ts";
import { freeBytes } from "../common/node/disk.ts";
import { schemaMismatch } from "../common/node/migrate.ts";
import type { Needs } from "./context.ts";
import { migrationsFolder } from "./open-collector.ts";

/** Whether the collector can take a package now. That nobody labels never counts. */
export function readiness({ db, config }: Needs<"db" | "config">): ReadinessOf<"db" | "migrations" | "disk"> {
  return readinessOf({
    db: probe(
      () => sql(db, "SELECT count(*) FROM booths").get() !== undefined,
      "the database answers",
      "the database does not answer",
    ),
    migrations: probe(
      () => schemaMismatch(db, migrationsFolder()) === null,
      "the database has this program's schema",
      "the database does not have this program's schema",
    ),
    disk: probe(() => freeBytes(config.dataDir) >= LEAST_FREE_BYTES, "the disk has room", "the disk is all but full"),
  });
}
