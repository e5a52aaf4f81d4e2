import type { AssignedLane } from "./api/setup.ts";

/** What setup still wants: a first lane, a lane's access device, or its reader or camera. */
export interface SetupNeed {
  what: "lane" | "access" | "reader";
  /** The lane's id; empty where there is none yet. */
  lane: string;
}

/** What keeps setup from being complete, lane by lane (contract §5). */
export function setupNeeds(lanes: readonly Pick<AssignedLane, "lane" | "devices">[]): SetupNeed[] {
  if (lanes.length === 0) return [{ what: "lane", lane: "" }];
  return lanes.flatMap(({ lane, devices }): SetupNeed[] => [
    ...(devices.access ? [] : [{ what: "access" as const, lane }]),
    ...(devices.reader || devices.camera ? [] : [{ what: "reader" as const, lane }]),
  ]);
}
