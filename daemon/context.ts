import type { Lane } from "../common/api/lanes.ts";
import type { LedgerState, LiveMessage } from "../common/api/live.ts";
import type { LedgerEvent } from "../common/events.ts";
import type { ModuleId } from "../common/modules.ts";
import type { Bus } from "../common/node/bus.ts";
import type { Clock } from "../common/node/clock.ts";
import type { Db } from "../common/node/db.ts";
import type { Log, LogSettings } from "../common/node/log.ts";
import type { Permission } from "../common/permissions.ts";
import type { VehicleClass } from "../common/review.ts";
import type { Devices } from "./devices/devices.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Recorder } from "./ledger/recorder.ts";

/** What a booth is told from outside, without secrets. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  boothId: string;
  modulesEntitled: readonly ModuleId[];
  wsAllowedOrigins: readonly string[];
  cookieSecure: boolean;
  trustProxy: boolean;
  carwashReviewEntrySample: number;
  collectorUrl: string | null;
  log: LogSettings;
  version: string;
  /** The commit it was built from; empty where that is not known. */
  commit: string;
  /** Whether this is the demo: said on the sign-in screen. */
  demo: boolean;
}

/** A vehicle as the snapshot step saw it; what modules listen to. */
export interface VehicleRead {
  lane: string;
  /** Whether the vehicle was let in, so that the picture is of its entry. */
  entered: boolean;
  sessionId: string | null;
  plate: string | null;
  vehicleClass: string;
  /** The class a camera named; without one, `vehicleClass` is an assumption. */
  cameraClass: VehicleClass | null;
  takenAt: string;
  jpeg: Buffer | null;
}

/** What the bus carries. It only wakes: who needs every event follows `seq` in the database. */
export interface Topics {
  events: readonly LedgerEvent[];
  ledger: LedgerState;
  lane: Lane;
  lanesChanged: null;
  vehicleRead: VehicleRead;
  /** Users, roles, sign-ins or modules changed; whoever cached them reads again. */
  accessChanged: null;
  modulesChanged: null;
  progress: Extract<LiveMessage, { type: "progress" }>;
  /** Something is to be printed, or not any more. */
  printAsked: null;
  /** A package for the review collector is on disk. */
  reviewQueued: null;
  /** A package could not be sent, or was refused by the collector. */
  uploadFailed: { reason: "unreachable" | "denied" | "busy" | "refused" };
  /** How many papers wait for a printer now, and which one has just been printed. */
  prints: { waiting: number; printed?: number };
  /** A paper did not come out of a printer that was thought to be ready. */
  printFailed: null;
  /** What waited for one commit is on disk; how long that took. */
  committed: { durationMs: number };
  /** The whole chain was verified. */
  verified: { ok: boolean };
  /** Somebody gave a wrong name or password; the ledger has it when its minute is over. */
  signInFailed: null;
  /** A read was not looked at: too many came. */
  readTurnedAway: null;
  /** A socket of the live feed was refused, by its error code, to a page of an origin. */
  socketRefused: { reason: string; origin: string };
  /** A camera's clock was set, and had been ahead by so much; null where it could not be set. */
  clockSynced: { lane: string; driftMs: number | null };
}

/** Everything a booth is made of. */
export interface Booth {
  config: Config;
  db: Db;
  clock: Clock;
  bus: Bus<Topics>;
  ledger: Ledger;
  devices: Devices;
  log: Log;
}

/** The parts of a booth that a function needs: its list of dependencies. */
export type Needs<K extends keyof Booth> = Pick<Booth, K>;

/** Who acts: a signed-in person, a device, the booth itself, or somebody at its command line. */
export interface Actor extends Recorder {
  readonly permissions: readonly Permission[];
  /** The sign-in a person acts through. */
  readonly signInId?: string;
}
