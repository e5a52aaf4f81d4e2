import * as v from "valibot";
import { DEVICE_CATEGORIES, FieldType, FieldValue } from "../drivers.ts";
import { noList } from "../no-list.ts";
import { LAST_POSITION } from "../setup-needs.ts";
import { DIRECTIONS } from "../words.ts";
import { At, Int, Line, Slug } from "./parts.ts";

const place = `expected a whole number from 1 to ${LAST_POSITION}`;
const Position = v.pipe(v.number(place), v.integer(place), v.minValue(1, place), v.maxValue(LAST_POSITION, place));

/** One category of a lane: a driver with its config, or null to take the device off. */
export const DeviceChoice = v.nullable(
  v.strictObject({
    driver: v.string("expected a driver id"),
    config: v.optional(noList(v.record(v.string(), v.unknown())), {}),
  }),
);

export const Assignment = v.strictObject({
  lane: Slug,
  name: v.optional(Line),
  direction: v.optional(v.picklist(DIRECTIONS, `expected one of ${DIRECTIONS.join(", ")}`)),
  /** Where it stands among the lanes; a new one comes last without it. */
  position: v.optional(Position),
  devices: v.optional(
    noList(
      v.strictObject({
        access: v.optional(DeviceChoice),
        reader: v.optional(DeviceChoice),
        camera: v.optional(DeviceChoice),
        printer: v.optional(DeviceChoice),
      }),
    ),
    {},
  ),
});
export type Assignment = v.InferOutput<typeof Assignment>;

/** What is stored for one device; a secret comes back as `{"set":true}`. */
export const AssignedDevice = v.strictObject({
  driver: v.string(),
  config: v.record(v.string(), v.union([FieldValue, v.strictObject({ set: v.boolean() })])),
  assignedAt: At,
  assignedBy: v.string(),
});
export type AssignedDevice = v.InferOutput<typeof AssignedDevice>;

export const AssignedLane = v.strictObject({
  lane: v.string(),
  name: v.string(),
  direction: v.picklist(DIRECTIONS),
  position: Int,
  devices: v.strictObject({
    access: v.exactOptional(AssignedDevice),
    reader: v.exactOptional(AssignedDevice),
    camera: v.exactOptional(AssignedDevice),
    printer: v.exactOptional(AssignedDevice),
  }),
});
export type AssignedLane = v.InferOutput<typeof AssignedLane>;

export const SetupState = v.strictObject({
  lanes: v.array(AssignedLane),
  completed: v.boolean(),
  completedAt: v.nullable(At),
  missing: v.array(v.strictObject({ lane: v.string(), message: v.string() })),
});
export type SetupState = v.InferOutput<typeof SetupState>;

/** What a device answered to a test, at most 8 s after it was asked. */
export const DeviceTest = v.strictObject({
  category: v.picklist(DEVICE_CATEGORIES),
  driver: v.string(),
  ok: v.boolean(),
  message: v.string(),
  tookMs: Int,
  /** What was asked of the device and what it answered, line by line and without secrets; empty where it tells none. */
  transcript: v.array(v.string()),
});
export type DeviceTest = v.InferOutput<typeof DeviceTest>;

/** One setting of a driver. */
export const DriverField = v.strictObject({
  name: v.string(),
  label: v.string(),
  help: v.string(),
  type: FieldType,
  required: v.boolean(),
  default: v.exactOptional(FieldValue),
  min: v.exactOptional(v.number()),
  max: v.exactOptional(v.number()),
  options: v.exactOptional(v.array(v.string())),
  pattern: v.exactOptional(v.string()),
  unit: v.exactOptional(v.string()),
  advanced: v.exactOptional(v.boolean()),
});

/** A driver, and what it takes to set it up. */
export const Driver = v.strictObject({
  id: v.string(),
  kind: v.picklist(DEVICE_CATEGORIES),
  label: v.string(),
  summary: v.string(),
  status: v.picklist(["real", "simulated", "stub"]),
  capabilities: v.array(v.string()),
  caveats: v.array(v.string()),
  fields: v.array(DriverField),
});

const drivers = v.array(Driver);

/** The drivers there are, by what they drive. */
export const DriverCatalog = v.strictObject({
  kinds: v.strictObject({ access: drivers, reader: drivers, camera: drivers, printer: drivers }),
});
