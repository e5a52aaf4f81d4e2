import type { DeviceCategory } from "./drivers.ts";

/** The last place a lane may have in the order in which lanes are shown. */
export const LAST_POSITION = 999;

/** What setup still wants: a first lane, a lane's access device, or its reader or camera. */
export interface SetupNeed {
  what: "lane" | "access" | "reader";
  /** The lane's id; empty where there is none yet. */
  lane: string;
}

/** A lane as far as it matters here: which kinds of device it has. */
interface FurnishedLane {
  lane: string;
  devices: Partial<Record<DeviceCategory, unknown>>;
}

/** What keeps setup from being complete, lane by lane (contract §5). */
export function setupNeeds(lanes: readonly FurnishedLane[]): SetupNeed[] {
  if (lanes.length === 0) return [{ what: "lane", lane: "" }];
  return lanes.flatMap(({ lane, devices }): SetupNeed[] => [
    ...(devices.access ? [] : [{ what: "access" as const, lane }]),
    ...(devices.reader || devices.camera ? [] : [{ what: "reader" as const, lane }]),
  ]);
}
