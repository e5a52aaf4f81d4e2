import * as v from "valibot";
import { DEVICE_CATEGORIES } from "../drivers.ts";
import { VehicleClassName } from "../review.ts";
import { DIRECTIONS, INTENT_REASONS, INTENTS, REFUSAL_CAUSES } from "../words.ts";
import { At, Instant, Int, Line, noteForOther, Plate, reasonOf } from "./parts.ts";
import { Quote } from "./sessions.ts";

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
export const BarrierState = v.picklist(["closed", "open", "held", "moving", "fault", "unknown"]);
export type BarrierState = v.InferOutput<typeof BarrierState>;
export const DeviceState = v.picklist(["ready", "offline", "fault"]);
export type DeviceState = v.InferOutput<typeof DeviceState>;

export const LaneDevice = v.strictObject({
  category: v.picklist(DEVICE_CATEGORIES),
  driver: v.string(),
  /** Whether it moves nothing: its driver is, or the hardware of the demo. */
  simulated: v.boolean(),
  state: DeviceState,
  message: v.nullable(v.string()),
});
export type LaneDevice = v.InferOutput<typeof LaneDevice>;

/** Why a waiting vehicle is not let through, or that it is. */
export const WaitingState = v.picklist(["due", "paid", "free", "subscriber", "refused", "admitted", "unmatched"]);
export type WaitingState = v.InferOutput<typeof WaitingState>;

export const WaitingVehicle = v.strictObject({
  state: WaitingState,
  sessionId: v.nullable(v.string()),
  plate: v.nullable(v.string()),
  ticket: v.nullable(v.string()),
  vehicleClass: v.nullable(v.string()),
  confidence: v.nullable(v.number()),
  /** Since when it stands there. */
  since: At,
  /** A code of `vehicle_refused` causes, where the state is `refused` or `unmatched`. */
  cause: v.nullable(v.picklist(REFUSAL_CAUSES)),
  /** What is owed, where the state is `due`. */
  quote: v.nullable(Quote),
  /** Which characters of the plate were read differently, where a near match was taken. */
  nearMatch: v.nullable(v.string()),
  /** The subscription it was recognised by. */
  subscriptionId: v.exactOptional(v.string()),
});
export type WaitingVehicle = v.InferOutput<typeof WaitingVehicle>;

export const Lane = v.strictObject({
  id: v.string(),
  name: v.string(),
  direction: v.picklist(DIRECTIONS),
  position: Int,
  devices: v.array(LaneDevice),
  /** The worst of its devices: a fault, else offline, else ready. */
  state: DeviceState,
  barrier: BarrierState,
  /** The last intent the ledger holds for this lane. */
  intent: v.nullable(v.strictObject({ intent: v.picklist(INTENTS), at: At, seq: Int, by: v.string() })),
  presence: v.nullable(v.boolean()),
  /** Whether the sign at this entry is to say that the site is full; an exit has no such sign. */
  full: v.exactOptional(v.boolean()),
  waiting: v.nullable(WaitingVehicle),
  lastRead: v.nullable(
    v.strictObject({ at: At, by: v.picklist(["qr", "reader", "camera"]), plate: v.nullable(v.string()) }),
  ),
  /** When the last picture was taken; fetch it at `/api/lanes/:lane/picture?at=`. */
  pictureAt: v.nullable(At),
  /** The last picture that was asked for did not come: the one of `pictureAt` is older than the vehicle may be. */
  pictureStale: v.exactOptional(v.literal(true)),
});
export type Lane = v.InferOutput<typeof Lane>;

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
