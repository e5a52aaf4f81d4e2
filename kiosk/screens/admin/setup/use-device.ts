import { useState } from "preact/hooks";
import type { AssignedDevice, AssignedLane } from "../../../../common/api/setup.ts";
import type { DeviceCategory, DriverEntry } from "../../../../common/drivers.ts";
import type { Draft } from "../parts/draft.ts";
import type { Problems } from "../parts/use-new.ts";
import { type Config, problemsOfConfig, sendable, startOf } from "./config.ts";
import { useLaneDraft } from "./use-lane-draft.ts";
import { type TestRun, useTest } from "./use-test.ts";

/** One device of a lane that somebody chooses, fills in, tests and saves. */
export interface DeviceForm {
  draft: Draft<AssignedLane>;
  test: TestRun;
  /** As chosen now; undefined where nothing is. */
  device: AssignedDevice | undefined;
  /** Undefined too where the program no longer has it. */
  driver: DriverEntry | undefined;
  /** Settings the booth has of this very driver. */
  stored: Config;
  problems: Problems;
  /** What is tested and saved; undefined while no driver is chosen. */
  body: { lane: string; devices: Partial<Record<DeviceCategory, { driver: string; config: Config }>> } | undefined;
  choose(driver: DriverEntry): void;
  configure(config: Config): void;
  /** Whether all is filled in that must be; from then on what is not is marked. */
  check(): boolean;
}

/** The form for a kind of device at a lane. */
export function useDevice(lane: string, category: DeviceCategory, drivers: readonly DriverEntry[]): DeviceForm {
  const draft = useLaneDraft(lane);
  const test = useTest();
  const [tried, setTried] = useState(false);
  const known = draft.stored?.devices[category];
  const device = draft.value?.devices[category];
  const driver = drivers.find(({ id }) => id === device?.driver);
  const become = (id: string, config: Config) => {
    const next = { ...(known ?? { driver: id, config, assignedAt: "", assignedBy: "" }), driver: id, config };
    draft.change({ devices: { ...draft.stored?.devices, [category]: next } });
  };
  const own = driver && device ? problemsOfConfig(driver, device.config) : {};
  const body = driver &&
    device && { lane, devices: { [category]: { driver: driver.id, config: sendable(driver, device.config) } } };
  // What a test found wrong is so until something is changed.
  const ofTest = test.of === JSON.stringify(body) ? test.problems : {};
  const found = { ...namesOf(ofTest), ...namesOf(draft.problems) };
  return {
    draft,
    test,
    device,
    driver,
    stored: known !== undefined && known.driver === device?.driver ? known.config : {},
    problems: tried ? { ...found, ...own } : found,
    body,
    choose(next) {
      setTried(false);
      become(next.id, known?.driver === next.id ? known.config : startOf(next, driver, device?.config ?? {}));
    },
    configure(config) {
      if (device !== undefined) become(device.driver, config);
    },
    check() {
      setTried(true);
      return Object.keys(own).length === 0;
    },
  };
}

/** What the booth found wrong, by the name of the setting instead of its path. */
function namesOf(problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [path.split(".").at(-1) ?? path, text]));
}
