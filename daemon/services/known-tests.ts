import { createHash } from "node:crypto";
import type { DeviceCategory } from "../../common/drivers.ts";
import type { Payload } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import type { DriverConfig } from "../devices/driver-config.ts";

/** What a test found, as `device_assign` carries it. */
export type KnownTest = NonNullable<Payload<"device_assign">["test"]>;

/** A device as it was tested, or is to be assigned. */
export interface TestedDevice {
  lane: string;
  category: DeviceCategory;
  driver: string;
  config: DriverConfig;
}

/** A test older than this says nothing of the device as it stands now. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;

const known = new WeakMap<Db, Map<string, KnownTest>>();

/** The config counts to the last setting; it is kept as a hash, for there may be secrets in it. */
function keyOf({ lane, category, driver, config }: TestedDevice): string {
  const hash = createHash("sha256").update(JSON.stringify(config)).digest("base64");
  return [lane, category, driver, hash].join(" ");
}

/** Keeps what a test found in memory, for when the device is assigned just so. */
export function rememberTest(db: Db, device: TestedDevice, test: KnownTest): void {
  const tests = known.get(db) ?? new Map<string, KnownTest>();
  known.set(db, tests);
  const key = keyOf(device);
  tests.delete(key);
  tests.set(key, test);
  const [oldest] = tests.keys();
  if (tests.size > MOST_KEPT && oldest !== undefined) tests.delete(oldest);
}

/** The last test of exactly this device in the ten minutes before `now`, or null. */
export function recallTest(db: Db, device: TestedDevice, now: number): KnownTest | null {
  const test = known.get(db)?.get(keyOf(device));
  return test && Math.abs(now - Date.parse(test.at)) <= KEPT_MS ? test : null;
}
