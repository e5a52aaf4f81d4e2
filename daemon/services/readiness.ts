import { assetPath } from "../../common/node/assets.ts";
import { LEAST_FREE_BYTES, probe, type ReadinessOf, readinessOf } from "../../common/node/checks.ts";
import { sql } from "../../common/node/db.ts";
import { freeBytes } from "../../common/node/disk.ts";
import { schemaMismatch } from "../../common/node/migrate.ts";
import type { Needs } from "../context.ts";
import { readGenesis } from "../ledger/genesis.ts";
import { isClockDoubtful } from "./day-close.ts";
import { effectiveModulesOf } from "./site-config.ts";

type Name = "db" | "migrations" | "signing_key" | "disk" | "module_manifest" | "ledger" | "tariff" | "days";

/** Whether the booth can take money now, check by check. */
export type Readiness = ReadinessOf<Name>;

type Parts = Needs<"db" | "ledger" | "config" | "clock">;

/** Looks at what a payment needs. Devices and the collector never count: a booth without its camera still takes money. */
export function readiness(booth: Parts): Readiness {
  const { db, ledger, config } = booth;
  const state = ledger.state();
  return readinessOf<Name>({
    db: probe(() => hasRow(booth, "sites"), "the database answers", "the database does not answer"),
    migrations: probe(
      () => schemaMismatch(db, assetPath("migrations/booth")) === null,
      "the database has this program's schema",
      "the database does not have this program's schema",
    ),
    signing_key: probe(
      () => readGenesis(db)?.publicKey === ledger.keys.publicKeyText,
      "the signing key is the ledger's",
      "the signing key is not the ledger's",
    ),
    disk: probe(() => freeBytes(config.dataDir) >= LEAST_FREE_BYTES, "the disk has room", "the disk is all but full"),
    module_manifest: probe(
      () => effectiveModulesOf(booth).includes("parking"),
      "the modules fit together",
      "the module parking is not in effect",
    ),
    ledger: { ok: state.ok, message: state.message ?? "the ledger takes records" },
    tariff: probe(() => hasRow(booth, "tariffs"), "a tariff is published", "no tariff is published"),
    days: probe(
      () => !isClockDoubtful(booth),
      "ended days are signed",
      "more than a year of days is not signed: set the clock right or, if it is, run boothctl ledger close-days",
    ),
  });
}

/** Whether one row can be read: what the watchdog needs to hear. */
export function isReadable(booth: Needs<"db">): boolean {
  return hasRow(booth, "sites");
}

function hasRow({ db }: Needs<"db">, table: "sites" | "tariffs"): boolean {
  return sql(db, `SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
}
