import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { assetPath } from "../common/node/assets.ts";
import { openBus } from "../common/node/bus.ts";
import { type Clock, instant } from "../common/node/clock.ts";
import { type Db, openDb } from "../common/node/db.ts";
import type { Log } from "../common/node/log.ts";
import { assertSchema, migrate } from "../common/node/migrate.ts";
import type { Booth, Config, Topics } from "./context.ts";
import { NO_DEVICES } from "./devices/no-devices.ts";
import { openChain } from "./ledger/genesis.ts";
import { openLedgerKeys } from "./ledger/keys.ts";
import { openLedger } from "./ledger/ledger.ts";
import { NO_RESERVE, type Reserve } from "./ledger/reserve.ts";
import { fillReadModels } from "./read-models/fill.ts";
import { applyEvent } from "./read-models/index.ts";
import { refusePlateInWords } from "./services/plates-in-text.ts";
import { seedRoles } from "./services/seed.ts";
import { seedSite } from "./services/site-config.ts";
import { publishDefaultTariff } from "./services/tariff-publishing.ts";
import type { Secrets } from "./settings.ts";

export const DATABASE = "booth.db";

export interface BoothParts {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  /** Whether to bring the database up to date, or to make one; else it is opened as it is or not at all. */
  migrate: boolean;
  /** Room for what must be recorded on a full disk. */
  reserve?: Reserve;
  /** Told each migration that was applied, and how many are to come. */
  onMigrated?: (name: string, left: number) => void;
  /** Called when the outcome of a commit is unknown: nothing may be acknowledged from now on. */
  onFatal(error: unknown): void;
}

/** Opens the data directory as a booth without devices: what the daemon builds on, and all that the command line needs. */
export async function openBooth(parts: BoothParts): Promise<Booth> {
  const { config, clock, log } = parts;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = openDb(join(config.dataDir, DATABASE));
  // A plate that is erased is overwritten, not only forgotten.
  db.pragma("secure_delete = ON");
  try {
    await prepareSchema(db, parts);
    const keys = openLedgerKeys(parts.secrets.eventSigningKey);
    openChain(db, keys, config.boothId, clock);
    if (parts.migrate) fillModels(db, log);
    const bus = openBus<Topics>((error, topic) => log.error({ err: error, topic }, "a listener failed"));
    const ledger = openLedger({
      db,
      clock,
      keys,
      boothId: config.boothId,
      reserve: parts.reserve ?? NO_RESERVE,
      apply(db, event) {
        refusePlateInWords(db, keys, event);
        applyEvent(db, event);
      },
      announce(events, durationMs) {
        bus.announce("events", events);
        bus.announce("committed", { durationMs });
      },
      announceState: (state) => bus.announce("ledger", state),
      fail: parts.onFatal,
    });
    const booth: Booth = { config, db, clock, bus, ledger, devices: NO_DEVICES, log };
    if (parts.migrate) await publishDefaultTariff(booth);
    return booth;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A ledger that cannot be replayed is for the verification to report: the booth opens, its reports lack something. */
function fillModels(db: Db, log: Log): void {
  try {
    const replayed = fillReadModels(db);
    if (replayed > 1) log.info({ replayed }, "the sums of the reports were brought up to date");
  } catch (error) {
    log.error({ err: error }, "the sums of the reports could not be brought up to date");
  }
}

async function prepareSchema(db: Db, { clock, log, migrate: mayMigrate, onMigrated }: BoothParts): Promise<void> {
  const folder = assetPath("migrations/booth");
  if (!mayMigrate) return assertSchema(db, folder);
  const now = () => instant(clock.now());
  const applied = await migrate(db, folder, now, onMigrated);
  seedSite(db, now());
  seedRoles(db);
  log.info({ applied: applied.length }, "[migrate] done");
}
