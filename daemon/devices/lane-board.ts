import type { DeviceState, Lane, LaneDevice, WaitingVehicle } from "../../common/api/lanes.ts";
import { DEVICE_CATEGORIES, type DeviceCategory } from "../../common/drivers.ts";
import type { Picture } from "./interfaces.ts";
import type { DeviceRow, LaneWithDevices } from "./lane-rows.ts";
import { type DeviceParts, type OpenDevice, openDevice } from "./open-device.ts";

/** What happens at a lane right now; none of it outlives the daemon but the intent, which the ledger holds. */
interface Now {
  intent: Lane["intent"];
  reported: boolean | null;
  full: boolean;
  waiting: WaitingVehicle | null;
  lastRead: Lane["lastRead"];
  picture: Picture | null;
  pictureStale: boolean;
}

type Opened = { -readonly [K in DeviceCategory]?: OpenDevice<K> };

/** One lane: its devices, and what is shown of it. */
export interface LaneBoard {
  show(): Lane;
  device<K extends DeviceCategory>(category: K): OpenDevice<K> | null;
  picture(): Picture | null;
  /** Changes what is shown, and announces it if anything is different. */
  set(change: Partial<Now>): void;
  /** Takes on how the lane is assigned now: opens what is new, closes what is gone, leaves the rest alone. */
  assign(lane: LaneWithDevices): Promise<void>;
  close(): Promise<void>;
}

const NOTHING_YET: Now = {
  intent: null,
  reported: null,
  full: false,
  waiting: null,
  lastRead: null,
  picture: null,
  pictureStale: false,
};

function pictureOf({ picture, pictureStale }: Now): Pick<Lane, "pictureAt" | "pictureStale"> {
  return { pictureAt: picture?.takenAt ?? null, ...(picture && pictureStale ? { pictureStale: true } : {}) };
}

/** A lane without devices yet; `announce` is called with each change. */
export function openLaneBoard(
  first: LaneWithDevices,
  intent: Lane["intent"],
  parts: Omit<DeviceParts, "lane" | "onChange">,
  announce: (lane: Lane) => void,
): LaneBoard {
  const now: Now = { ...NOTHING_YET, intent };
  const opened: Opened = {};
  let lane = first;
  let announced = "";
  let closed = false;

  const show = (): Lane => {
    const access = opened.access?.device();
    const devices = DEVICE_CATEGORIES.flatMap((category) => opened[category]?.describe() ?? []);
    return {
      id: lane.id,
      name: lane.name,
      direction: lane.direction,
      position: lane.position,
      devices,
      state: worstOf(devices),
      barrier: access?.barrier() ?? "unknown",
      intent: now.intent,
      presence: access?.presence() ?? now.reported,
      ...(lane.direction === "exit" ? {} : { full: now.full }),
      waiting: now.waiting,
      lastRead: now.lastRead,
      ...pictureOf(now),
    };
  };
  const announceChange = () => {
    if (closed) return;
    const shown = show();
    const text = JSON.stringify(shown);
    if (text === announced) return;
    announced = text;
    announce(shown);
  };
  const reopen = async <K extends DeviceCategory>(category: K, row: DeviceRow | undefined) => {
    const before = opened[category] as OpenDevice<K> | undefined;
    if (before && before.row.driver_id === row?.driver_id && before.row.config_json === row.config_json) return;
    if (before) {
      delete opened[category];
      await before.close();
    }
    if (row && !closed)
      Object.assign(opened, {
        [category]: openDevice(category, row, { ...parts, lane: lane.id, onChange: announceChange }),
      });
  };
  return {
    show,
    device: (category) => opened[category] ?? null,
    picture: () => now.picture,
    set(change) {
      Object.assign(now, change);
      announceChange();
    },
    async assign(assigned) {
      lane = assigned;
      await Promise.all(
        DEVICE_CATEGORIES.map((category) =>
          reopen(
            category,
            assigned.devices.find((row) => row.category === category),
          ),
        ),
      );
      announceChange();
    },
    async close() {
      closed = true;
      await Promise.all(DEVICE_CATEGORIES.map((category) => opened[category]?.close()));
    },
  };
}

function worstOf(devices: readonly LaneDevice[]): DeviceState {
  const worst = (["fault", "offline"] as const).find((state) => devices.some((device) => device.state === state));
  return worst ?? "ready";
}
