import * as v from "valibot";
import type { DeviceCategory, FieldValue } from "../drivers.ts";
import { LAST_POSITION } from "../setup-needs.ts";
import { DIRECTIONS, type Direction } from "../words.ts";
import { Line, Slug } from "./parts.ts";

const place = `expected a whole number from 1 to ${LAST_POSITION}`;
const Position = v.pipe(v.number(place), v.integer(place), v.minValue(1, place), v.maxValue(LAST_POSITION, place));

/** One category of a lane: a driver with its config, or null to take the device off. */
export const DeviceChoice = v.nullable(
  v.strictObject({
    driver: v.string("expected a driver id"),
    config: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
);

export const Assignment = v.strictObject({
  lane: Slug,
  name: v.optional(Line),
  direction: v.optional(v.picklist(DIRECTIONS, `expected one of ${DIRECTIONS.join(", ")}`)),
  /** Where it stands among the lanes; a new one comes last without it. */
  position: v.optional(Position),
  devices: v.optional(
    v.strictObject({
      access: v.optional(DeviceChoice),
      reader: v.optional(DeviceChoice),
      camera: v.optional(DeviceChoice),
      printer: v.optional(DeviceChoice),
    }),
    {},
  ),
});
export type Assignment = v.InferOutput<typeof Assignment>;

/** What is stored for one device; a secret comes back as `{"set":true}`. */
export interface AssignedDevice {
  driver: string;
  config: Record<string, FieldValue | { set: boolean }>;
  assignedAt: string;
  assignedBy: string;
}

export interface AssignedLane {
  lane: string;
  name: string;
  direction: Direction;
  position: number;
  devices: Partial<Record<DeviceCategory, AssignedDevice>>;
}

export interface SetupState {
  lanes: AssignedLane[];
  completed: boolean;
  completedAt: string | null;
  missing: { lane: string; message: string }[];
}

/** What a device answered to a test, at most 8 s after it was asked. */
export interface DeviceTest {
  category: DeviceCategory;
  driver: string;
  ok: boolean;
  message: string;
  tookMs: number;
  /** What was asked of the device and what it answered, line by line and without secrets; empty where it tells none. */
  transcript: string[];
}
