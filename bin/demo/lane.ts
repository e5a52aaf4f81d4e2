import { setTimeout as sleep } from "node:timers/promises";
import type { CameraRead, Lane } from "../../common/api/lanes.ts";
import type { Booth } from "../../daemon/context.ts";
import type { LaneHardware } from "./hardware/lane.ts";

const LOOK_MS = 100;

type Picture = Uint8Array<ArrayBuffer>;

/** One lane of the demo, as the people in the cars see it. */
export interface DemoLane {
  /** Waits; ends with an AbortError when the demo does. */
  pause(ms: number): Promise<void>;
  /** What the booth shows of it. */
  show(): Lane | null;
  /** Waits until the lane looks like this, or for so long; tells whether it does. */
  until(holds: (lane: Lane) => boolean, ms?: number): Promise<boolean>;
  /** A vehicle comes up to the barrier and looks like this; returns once the booth has noticed it on the loop. */
  driveUp(picture: Picture): Promise<void>;
  /** The camera reads its plate. */
  readPlate(read: Omit<CameraRead, "takenAt">): Promise<void>;
  /** Its driver holds out a ticket or a card. */
  holdOut(credential: string): void;
  /** The vehicle drives on under the arm, which goes down behind it; where the arm stays down, it turns around. */
  driveOn(emptyLane: Picture): Promise<void>;
}

/** Plays what happens before the hardware of one lane until `signal` ends the demo. */
export function openDemoLane(
  { booth, url }: { booth: Booth; url: string },
  id: string,
  hardware: LaneHardware,
  signal: AbortSignal,
): DemoLane {
  const pause = (ms: number) => sleep(ms, undefined, { signal });
  const show = () => booth.devices.lane(id);
  const wait = async (isSo: () => boolean, ms: number) => {
    const deadline = booth.clock.monotonic() + ms;
    while (!isSo()) {
      if (booth.clock.monotonic() > deadline) return false;
      await pause(LOOK_MS);
    }
    return true;
  };
  const until = (holds: (lane: Lane) => boolean, ms = Number.POSITIVE_INFINITY) =>
    wait(() => {
      const lane = show();
      return lane !== null && holds(lane);
    }, ms);
  return {
    pause,
    show,
    until,
    async driveUp(picture) {
      hardware.showCamera(picture);
      hardware.setPresence(true);
      await pause(600);
      await until(({ presence }) => presence === true, 3000);
    },
    async readPlate(read) {
      const status = await hardware.readPlate(`${url}/api/ingress/camera/${id}`, read, signal);
      if (status !== 202) booth.log.warn({ lane: id, status }, "the demo's read was turned away");
    },
    holdOut: hardware.holdOut,
    async driveOn(emptyLane) {
      await wait(hardware.isArmUp, 4000);
      await pause(1800);
      hardware.setPresence(false);
      hardware.showCamera(emptyLane);
      // One that is held open by hand stays so, and traffic goes on.
      await wait(() => !hardware.isArmUp() || show()?.barrier === "held", 10_000);
    },
  };
}
