import type { DeviceCategory } from "../../common/drivers.ts";
import type { Driver, DriverParts } from "./define-driver.ts";
import { checkStoredConfig, type DriverConfig } from "./driver-config.ts";
import type { DeviceOf } from "./interfaces.ts";

/** Opens a device from a stored config, or one that was checked. Throws an error that says what does not fit. */
export function openDriver<K extends DeviceCategory>(
  driver: Driver<K>,
  config: DriverConfig,
  parts: DriverParts,
): DeviceOf[K] {
  const checked = checkStoredConfig(driver, config);
  if (checked.ok) return driver.open(checked.config, parts);
  const problems = checked.details.map(({ path, message }) => `${path.split(".").at(-1)} ${message}`);
  throw new Error(`the stored settings do not fit the driver: ${problems.join("; ")}`);
}
