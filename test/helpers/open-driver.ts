import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceCategory } from "../../common/drivers.ts";
import { type Clock, systemClock } from "../../common/node/clock.ts";
import { openLog } from "../../common/node/log.ts";
import type { Driver, DriverParts } from "../../daemon/devices/define-driver.ts";
import { checkConfig } from "../../daemon/devices/driver-config.ts";
import type { Fields } from "../../daemon/devices/fields.ts";
import type { DeviceOf } from "../../daemon/devices/interfaces.ts";

/** A clock that stands still but for `advance`. */
export function fixedClock(at: string): Clock & { advance(ms: number): void } {
  let passed = 0;
  return {
    now: () => Date.parse(at) + passed,
    monotonic: () => passed,
    advance(ms) {
      passed += ms;
    },
  };
}

/** A small picture as a camera would make it. */
export function exampleJpeg(scene = "sedan-day"): Buffer {
  return readFileSync(join(import.meta.dirname, "../../daemon/devices/drivers/pictures", `${scene}.jpg`));
}

/** Opens a driver with settings as a technician gives them, and keeps what it tells. */
export function openForTest<K extends DeviceCategory, F extends Fields, D extends DeviceOf[K]>(
  driver: Driver<K, F, D>,
  given: Record<string, string | number | boolean>,
  more: Partial<DriverParts> = {},
) {
  const checked = checkConfig(driver, given);
  assert.ok(checked.ok, JSON.stringify(checked));
  const transcript: string[] = [];
  const parts: DriverParts = {
    lane: "exit-1",
    clock: systemClock,
    log: openLog({ level: "silent", format: "json" }),
    onRead() {},
    onTranscript: (line) => transcript.push(line),
    onChange() {},
    ...more,
  };
  const device = driver.open(checked.config as Parameters<typeof driver.open>[0], parts);
  return { device, transcript };
}
