import { type Catalog, DEVICE_CATEGORIES, type DeviceCategory, type DriverEntry } from "../../common/drivers.ts";
import type { AnyDriver, Driver } from "./define-driver.ts";
import { cameraHttp } from "./drivers/camera-http.ts";
import { cameraOnvif } from "./drivers/camera-onvif.ts";
import { escposTcp } from "./drivers/escpos-tcp.ts";
import { relayHttp } from "./drivers/relay-http.ts";
import { relayModbus } from "./drivers/relay-modbus.ts";
import { simulatedAccess } from "./drivers/simulated-access.ts";
import { simulatedCamera } from "./drivers/simulated-camera.ts";
import { simulatedPrinter } from "./drivers/simulated-printer.ts";
import { simulatedReader } from "./drivers/simulated-reader.ts";
import { tcpIp } from "./drivers/tcp-ip.ts";
import { wiegand } from "./drivers/wiegand.ts";

/** Every driver of the booth. A new one is its file and a line here. */
export const DRIVERS: readonly AnyDriver[] = [
  relayModbus,
  relayHttp,
  wiegand,
  tcpIp,
  escposTcp,
  cameraHttp,
  cameraOnvif,
  simulatedAccess,
  simulatedReader,
  simulatedCamera,
  simulatedPrinter,
];

/** The driver of a category with this id, or null. */
export function findDriver<K extends DeviceCategory>(category: K, id: string): Driver<K> | null {
  const found = DRIVERS.find((driver) => driver.kind === category && driver.id === id);
  return (found as Driver<K> | undefined) ?? null;
}

function entryOf({ id, kind, label, summary, status, capabilities, caveats, fields }: AnyDriver): DriverEntry {
  return {
    id,
    kind,
    label,
    summary,
    status,
    capabilities,
    caveats,
    fields: fields.map(({ check: _check, ...field }) => field),
  };
}

/** The catalog as the setup screens read it (contract §6). */
export function catalogPayload(): Catalog {
  const of = (category: DeviceCategory) => DRIVERS.filter((driver) => driver.kind === category).map(entryOf);
  return {
    kinds: Object.fromEntries(DEVICE_CATEGORIES.map((category) => [category, of(category)])) as Catalog["kinds"],
  };
}
