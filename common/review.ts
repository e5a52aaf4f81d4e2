/** The vehicle classes of tariffs, sessions and review verdicts. */
export const VEHICLE_CLASSES = [
  "sedan",
  "hatchback",
  "suv",
  "mpv",
  "van",
  "pickup",
  "truck",
  "bus",
  "motorcycle",
  "other",
] as const;

export type VehicleClass = (typeof VEHICLE_CLASSES)[number];
