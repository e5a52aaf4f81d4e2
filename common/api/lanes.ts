import * as v from "valibot";
import type { DeviceCategory } from "../drivers.ts";
import { VehicleClassName } from "../review.ts";
import { type Direction, INTENT_REASONS, INTENTS, type Intent, type RefusalCause } from "../words.ts";
import { Instant, Line, noteForOther, Plate, reasonOf } from "./parts.ts";
import type { Quote } from "./sessions.ts";

/** An opening (or holding, releasing, closing) by hand. */
export const HandIntent = v.pipe(
  v.strictObject({
    intent: v.picklist(INTENTS, `expected one of ${INTENTS.join(", ")}`),
    reason: reasonOf(INTENT_REASONS),
    note: v.optional(Line),
  }),
  v.rawCheck((context) => noteForOther(context)),
);
export type HandIntent = v.InferOutput<typeof HandIntent>;

/** A barrier as its device reports it; `unknown` where the driver cannot tell. */
export type BarrierState = "closed" | "open" | "held" | "moving" | "fault" | "unknown";
export type DeviceState = "ready" | "offline" | "fault";

export interface LaneDevice {
  category: DeviceCategory;
  driver: string;
  /** Whether it moves nothing: its driver is, or the hardware of the demo. */
  simulated: boolean;
  state: DeviceState;
  message: string | null;
}

/** Why a waiting vehicle is not let through, or that it is. */
export type WaitingState = "due" | "paid" | "free" | "subscriber" | "refused" | "admitted" | "unmatched";

export interface WaitingVehicle {
  state: WaitingState;
  sessionId: string | null;
  plate: string | null;
  ticket: string | null;
  vehicleClass: string | null;
  confidence: number | null;
  /** Since when it stands there. */
  since: string;
  /** A code of `vehicle_refused` causes, where the state is `refused` or `unmatched`. */
  cause: RefusalCause | null;
  /** What is owed, where the state is `due`. */
  quote: Quote | null;
  /** Which characters of the plate were read differently, where a near match was taken. */
  nearMatch: string | null;
  /** The subscription it was recognised by. */
  subscriptionId?: string;
}

export interface Lane {
  id: string;
  name: string;
  direction: Direction;
  position: number;
  devices: LaneDevice[];
  /** The worst of its devices: a fault, else offline, else ready. */
  state: DeviceState;
  barrier: BarrierState;
  /** The last intent the ledger holds for this lane. */
  intent: { intent: Intent; at: string; seq: number; by: string } | null;
  presence: boolean | null;
  /** Whether the sign at this entry is to say that the site is full; an exit has no such sign. */
  full?: boolean;
  waiting: WaitingVehicle | null;
  lastRead: { at: string; by: "qr" | "reader" | "camera"; plate: string | null } | null;
  /** When the last picture was taken; fetch it at `/api/lanes/:lane/picture?at=`. */
  pictureAt: string | null;
  /** The last picture that was asked for did not come: the one of `pictureAt` is older than the vehicle may be. */
  pictureStale?: true;
}

const takenAt = { takenAt: v.optional(Instant) };

export const INGRESS = {
  qr: v.strictObject({ code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), ...takenAt }),
  reader: v.strictObject({ credential: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), ...takenAt }),
  camera: v.strictObject({
    plate: v.nullable(Plate),
    confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
    vehicleClass: v.optional(VehicleClassName),
    ...takenAt,
  }),
  presence: v.strictObject({ present: v.boolean(), ...takenAt }),
};
export type CameraRead = v.InferOutput<typeof INGRESS.camera>;
