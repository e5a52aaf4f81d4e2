import type { DeviceState, Lane, WaitingVehicle } from "../../common/api/lanes.ts";
import type { DeviceCategory } from "../../common/drivers.ts";
import type { LedgerEvent } from "../../common/events.ts";
import type { DriverConfig } from "./driver-config.ts";
import type { Picture } from "./interfaces.ts";
import type { PrintDocument, PrintOutcome } from "./print-document.ts";

/** The lanes as they stand now: their devices, and what is happening at each. Nothing here is remembered over a restart. */
export interface Devices {
  /** All lanes in their order. */
  lanes(): Lane[];
  lane(id: string): Lane | null;
  /** A still from the lane's camera, kept as the lane's last picture; null without a camera or when it fails. Never rejects. */
  snapshot(laneId: string): Promise<Picture | null>;
  lastPicture(laneId: string): Picture | null;
  /** Takes a picture that came with a read for the lane's last one. */
  setPicture(laneId: string, picture: Picture): void;
  /** What the kiosk shows at this lane; announced on the bus when it changes. */
  setWaiting(laneId: string, waiting: WaitingVehicle | null): void;
  setLastRead(laneId: string, read: NonNullable<Lane["lastRead"]>): void;
  setPresence(laneId: string, present: boolean): void;
  /** Whether the signs at the entries are to say that the site is full. */
  setFull(full: boolean): void;
  /** Prints on the lane's printer, or the first there is. Never rejects. */
  print(laneId: string | null, document: PrintDocument): Promise<PrintOutcome>;
  /** How the printer stands that would print for this lane; null when there is none. */
  printerState(laneId: string | null): DeviceState | null;
  /** Opens the cash drawer at the lane's printer, or at the first that has one; false where none opened. Never rejects. */
  openDrawer(laneId: string | null): Promise<boolean>;
  /** Passes a recorded `barrier_intent` to the lane's access device. Never rejects: failure shows as the device's fault. */
  deliver(event: LedgerEvent<"barrier_intent">): Promise<void>;
  /**
   * Probes a device as its lane has it open, for many a device takes one connection only; null where the lane has not
   * exactly this one.
   */
  probe(
    laneId: string,
    device: { category: DeviceCategory; driver: string; config: DriverConfig },
  ): Promise<string> | null;
  /** Opens what was newly assigned and closes what was taken away. */
  reload(): Promise<void>;
  close(): Promise<void>;
}
