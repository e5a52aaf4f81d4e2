import * as v from "valibot";

export const DEVICE_CATEGORIES = ["access", "reader", "camera", "printer"] as const;
export type DeviceCategory = (typeof DEVICE_CATEGORIES)[number];

export const FieldType = v.picklist([
  "text",
  "int",
  "number",
  "bool",
  "enum",
  "host",
  "port",
  "url",
  "secret",
  "duration",
]);
export type FieldType = v.InferOutput<typeof FieldType>;
export const FieldValue = v.union([v.string(), v.number(), v.boolean()]);
export type FieldValue = v.InferOutput<typeof FieldValue>;

/** One setting of a driver: gives the setup form its control, the check its rule and the driver its type. */
export interface Field {
  name: string;
  label: string;
  help: string;
  type: FieldType;
  required: boolean;
  default?: FieldValue;
  min?: number;
  max?: number;
  options?: readonly string[];
  pattern?: string;
  unit?: string;
  advanced?: boolean;
}

/** What the setup screens and `boothctl setup catalog` know of a driver. */
export interface DriverEntry {
  id: string;
  kind: DeviceCategory;
  label: string;
  summary: string;
  status: "real" | "simulated" | "stub";
  capabilities: readonly string[];
  caveats: readonly string[];
  fields: readonly Field[];
}

export interface Catalog {
  kinds: Record<DeviceCategory, DriverEntry[]>;
}

/** The value of a field typed as text, as after `--set`; text that does not fit stays text, for the check to refuse. */
export function valueFromText(type: FieldType, typed: string): FieldValue {
  const text = typed.trim();
  if (["int", "number", "port", "duration"].includes(type)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : typed;
  if (type === "bool") return text === "true" ? true : text === "false" ? false : typed;
  return typed;
}
