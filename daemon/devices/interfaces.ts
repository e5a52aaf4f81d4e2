import type { BarrierState, DeviceState } from "../../common/api/lanes.ts";
import type { Intent } from "../../common/words.ts";
import type { PrintDocument } from "./print-document.ts";

/** How a device stands, as far as it knows. Never throws, never waits: it tells what was last seen. */
export interface DeviceStatus {
  state: DeviceState;
  /** One sentence for a technician, or null when all is well. */
  message: string | null;
}

/** What every opened device can do. */
export interface Device {
  status(): DeviceStatus;
  /**
   * Finds out whether the device answers, for a technician: resolves with one sentence on what was found, rejects with
   * one on what was not. Moves no barrier and prints nothing.
   */
  probe(): Promise<string>;
  /** Lets go of sockets and timers. Must not throw; resolves within 2 s. */
  close(): Promise<void>;
}

/** Carries intents to a barrier. A barrier is not a door: an intent asks, and only a report says what came of it. */
export interface AccessControlDevice extends Device {
  /** Passes an intent on; resolves once the device took it, rejects if it did not within its deadline. */
  signal(intent: Intent): Promise<void>;
  /** The barrier as last reported; `unknown` where the device cannot tell. */
  barrier(): BarrierState;
  /** Whether a vehicle stands before the barrier; null where the device cannot tell. */
  presence(): boolean | null;
}

/** Reads credentials and tickets and hands each to `onRead`, given when it was opened. */
export type ReaderDevice = Device;

/** A still picture, as the camera made it. */
export interface Picture {
  jpeg: Buffer;
  takenAt: string;
}

/** Takes an entry or exit snapshot on an event. */
export interface CameraDevice extends Device {
  /**
   * One JPEG, at most 2 MiB; rejects after the driver's deadline. Never an earlier frame: the lane keeps the last good
   * one and marks it stale.
   */
  snapshot(): Promise<Picture>;
  /**
   * Sets the camera's clock to `now`, milliseconds since 1970, where it is off by more than it can tell. Resolves with
   * how far it was ahead of `now` (behind: below 0). Absent where the driver cannot.
   */
  syncClock?(now: number): Promise<{ driftMs: number }>;
}

/** Prints documents, one after the other, and opens the cash drawer that hangs on it. */
export interface PrinterDevice extends Device {
  /** Whether a cash drawer hangs on it. */
  readonly hasDrawer: boolean;
  /**
   * Resolves once the printer has the whole document and says so, within 8 s. Rejects with a `NothingPrintedError` where
   * not a byte of it was sent, with another error where some of it may be on paper. The caller decides what is printed
   * again: the device never does.
   */
  print(document: PrintDocument): Promise<void>;
}

export interface DeviceOf {
  access: AccessControlDevice;
  reader: ReaderDevice;
  camera: CameraDevice;
  printer: PrinterDevice;
}
