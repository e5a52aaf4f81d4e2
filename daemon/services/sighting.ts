import type { WaitingVehicle } from "../../common/api/lanes.ts";
import type { VehicleClass } from "../../common/review.ts";
import type { RefusalCause } from "../../common/words.ts";
import type { Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import type { LaneRow } from "./lanes.ts";
import type { SessionRow } from "./session-rows.ts";
import type { Member } from "./subscribers.ts";

export type ReadBooth = Needs<"db" | "ledger" | "devices" | "bus" | "clock" | "config" | "log">;

/** What a device reported, checked at the door. A plate of null is a vehicle whose plate could not be read. */
export interface Read {
  by: "qr" | "reader" | "camera";
  plate: string | null;
  /** A ticket code or a credential; null for a camera. */
  code: string | null;
  confidence: number | null;
  vehicleClass: VehicleClass;
  /** The class a camera named; without one, `vehicleClass` is an assumption. */
  cameraClass: VehicleClass | null;
  takenAt: string | null;
  /** What was wrong with what a reader read, where it cannot be right: there is no code then. */
  bad?: string;
  jpeg: Buffer | null;
}

/** A read at its lane with what the booth knows of the vehicle, for the length of one transaction. */
export interface Sighting {
  booth: ReadBooth;
  tx: Transaction;
  lane: LaneRow;
  read: Read;
  plateRef: string | null;
  /** The stay of the plate, if that is inside. */
  inside: SessionRow | null;
  member: Member | null;
}

/** What came of a read: how the vehicle is let through or has to pay, or why it is not let through. */
export type Outcome =
  | {
      /** The stay; null for a subscriber that leaves and of whom none is known. */
      session: SessionRow | null;
      state: WaitingVehicle["state"];
      nearMatch?: string;
      quote?: WaitingVehicle["quote"];
      subscriptionId?: string;
    }
  | { cause: RefusalCause; session?: SessionRow; subscriptionId?: string };

/** Records why a vehicle is not let through. `session` is the stay a cashier can act on. */
export function refuseVehicle(
  sighting: Sighting,
  cause: RefusalCause,
  session?: SessionRow,
  sessionId?: string | null,
): Outcome {
  const { tx, lane, read, plateRef, member } = sighting;
  const known = member === null ? {} : { subscriptionId: member.subscription.id };
  const of = session?.id ?? sessionId ?? null;
  const reason = read.bad === undefined ? {} : { reason: read.bad };
  tx.append("vehicle_refused", { cause, by: read.by, plateRef, sessionId: of, ...known, ...reason }, lane.id);
  return { cause, ...(session ? { session } : {}), ...known };
}
