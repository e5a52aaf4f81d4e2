import { useState } from "preact/hooks";
import type { VehicleClass } from "../../../../common/review.ts";
import { now } from "../../../clock.ts";
import { zone } from "../../../session.ts";
import { instantOfWall, wallAfter, wallClockOf } from "../parts/site-time.ts";

/** A stay to try prices on; times as the site's wall clock shows them. */
export interface Trial {
  enter: string;
  exit: string;
  vehicleClass: VehicleClass;
  validations: readonly string[];
}

/** A stay that nobody had, to see what it would cost: this morning, to begin with. */
export function useTrial(): { trial: Trial; change: (part: Partial<Trial>) => void } {
  const [trial, setTrial] = useState<Trial>(() => {
    const today = wallClockOf(now(), zone.value);
    const at = (time: string) => wallAfter(today, 0, time);
    return { enter: at("09:00"), exit: at("11:30"), vehicleClass: "sedan", validations: [] };
  });
  return { trial, change: (part) => setTrial((before) => ({ ...before, ...part })) };
}

/** The instants of a trial; null while it is no stay that could be. */
export function instantsOf({ enter, exit }: Trial, timezone: string): { enteredAt: string; exitedAt: string } | null {
  const [enteredAt, exitedAt] = [instantOfWall(enter, timezone), instantOfWall(exit, timezone)];
  return enteredAt === null || exitedAt === null || exitedAt < enteredAt ? null : { enteredAt, exitedAt };
}
