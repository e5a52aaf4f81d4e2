import type { DeviceCategory, DriverEntry } from "../../common/drivers.ts";
import type { ErrorDetail } from "../../common/errors.ts";
import type { Clock } from "../../common/node/clock.ts";
import type { Log } from "../../common/node/log.ts";
import type { ConfigOf, Fields } from "./fields.ts";
import type { DeviceOf } from "./interfaces.ts";

/** What a driver is given besides its config. */
export interface DriverParts {
  /** The lane the device stands at. */
  lane: string;
  clock: Clock;
  log: Log;
  /**
   * Opened to be probed, beside the device as its lane has it open: nothing may be asked of the device but what a probe
   * asks, and nothing switched, neither at the start nor at the end.
   */
  testing?: boolean;
  /** The device read a credential or a ticket. */
  onRead(credential: string): void;
  /** It read something that cannot be right; the reason in one sentence without what was read. */
  onBadRead?(reason: string): void;
  /** The camera's clock was set, and had been ahead by so many milliseconds; null where it could not be set. */
  onClockSynced?(driftMs: number | null): void;
  /** A line of what a probe asked and was answered, without secrets. */
  onTranscript?(line: string): void;
  /**
   * It cannot go on as it is: it is closed, and opened anew after a pause that grows. For a driver that does not connect
   * again by itself; the reason is one sentence.
   */
  onLost?(reason: string): void;
  /** Its status, barrier or presence may have changed; called too often rather than too seldom. */
  onChange(): void;
}

/** A kind of device the booth can talk to: one file, and one line in the catalog. */
export interface Driver<
  K extends DeviceCategory = DeviceCategory,
  F extends Fields = Fields,
  D extends DeviceOf[K] = DeviceOf[K],
> extends DriverEntry {
  readonly kind: K;
  readonly fields: F;
  /** Settings that are right each by itself and cannot work together: one detail each, its path the field's name. */
  misfits?(config: ConfigOf<F>): readonly ErrorDetail[];
  /**
   * Opens a device. Returns at once: a connection is made in the background or on first use, so that a dead device
   * holds up neither the start nor its lane. May throw where the config can never work.
   */
  open(config: ConfigOf<F>, parts: DriverParts): D;
}

/** A driver of any kind with any fields; what the catalog lists. */
export type AnyDriver = { [K in DeviceCategory]: Driver<K> }[DeviceCategory];

/** Declares a driver; its field list gives `config` its type. */
export function defineDriver<K extends DeviceCategory, const F extends Fields, D extends DeviceOf[K]>(
  driver: Driver<K, F, D>,
): Driver<K, F, D> {
  return driver;
}
