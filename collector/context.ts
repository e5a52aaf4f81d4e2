import type { Clock } from "../common/node/clock.ts";
import type { Db } from "../common/node/db.ts";
import type { Log, LogSettings } from "../common/node/log.ts";

/** The settings of a collector, without its secrets. */
export interface CollectorConfig {
  host: string;
  port: number;
  dataDir: string;
  log: LogSettings;
  version: string;
}

/** The one reviewer's sign-in: a name, and the bcrypt hash of its password. */
export interface ReviewerLogin {
  name: string;
  hash: string;
}

/** A running collector, or one opened by the command line. */
export interface Collector {
  config: CollectorConfig;
  db: Db;
  clock: Clock;
  log: Log;
}

/** The parts of a collector that a function works with. */
export type Needs<K extends keyof Collector> = Pick<Collector, K>;
