import type { DriverParts } from "../define-driver.ts";
import { type LinkSettings, openDeviceLink } from "../http/device-link.ts";
import { ExchangeFailure } from "../http/failure.ts";
import { singleFlight } from "../http/one-at-a-time.ts";
import { describePicture, type TakenPicture, takePicture } from "../http/take-picture.ts";
import { openWatch } from "../http/watch.ts";
import type { CameraDevice } from "../interfaces.ts";
import { openOnvifClient } from "./onvif-client.ts";

/** A clock that is off by less is left alone: cameras tell and take whole seconds. */
const WORTH_SETTING_MS = 1500;
/** A test and a clock take their time, within the 6 s that a test has. */
const UNHURRIED_MS = 5500;

export interface OnvifCameraConfig extends LinkSettings {
  host: string;
  port: number;
  scheme: "http" | "https";
  path: string;
  profile: string | undefined;
  deadlineMs: number;
  checkMs: number;
}

/** A camera that speaks ONVIF. Where its pictures are is found out on first use and again after a failure. */
export function openOnvifCamera(config: OnvifCameraConfig, parts: DriverParts): Required<CameraDevice> {
  const { clock } = parts;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const service = new URL(config.path, `${config.scheme}://${host}:${config.port}`);
  const link = openDeviceLink(host, config, parts.onTranscript);
  const client = openOnvifClient(link, { ...config, service }, clock);
  let address: URL | null = null;

  const findPicture = async (signal: AbortSignal): Promise<URL> => {
    await client.readClock(signal);
    address = await client.findPicture(signal);
    return address;
  };
  const fetchPicture = async (signal: AbortSignal): Promise<TakenPicture> => {
    const known = address ?? (await findPicture(signal));
    try {
      return await takePicture(link, known, clock, signal);
    } catch (error) {
      // The address may hold only until the camera starts anew (ONVIF Media §5.6.8).
      address = null;
      throw error;
    }
  };
  const take = singleFlight(() => fetchPicture(AbortSignal.timeout(config.deadlineMs)));
  const check = async () => {
    await client.readClock(AbortSignal.timeout(config.deadlineMs));
    if (!address) await findPicture(AbortSignal.timeout(UNHURRIED_MS));
  };
  const watch = openWatch(parts, config.checkMs, check);

  const look = async (): Promise<string> => {
    const signal = AbortSignal.timeout(UNHURRIED_MS);
    const { aheadMs } = await client.readClock(signal);
    const name = await client.describe(signal);
    const picture = describePicture(await fetchPicture(signal));
    return `Found ${name}; it gave ${picture}; ${describeDrift(aheadMs)}.`;
  };
  const setClock = async (now: number): Promise<{ driftMs: number }> => {
    const signal = AbortSignal.timeout(UNHURRIED_MS);
    const began = clock.monotonic();
    // `now` is the time that counts, so the drift is told against it and not against the booth's clock.
    const behindNow = clock.now() - now;
    const told = await client.readClock(signal);
    if (told.aheadMs === null) throw new ExchangeFailure("fault", "the camera does not tell what time it has");
    const driftMs = told.aheadMs + behindNow;
    if (Math.abs(driftMs) >= WORTH_SETTING_MS) await client.setClock(now + (clock.monotonic() - began), told, signal);
    return { driftMs };
  };
  return {
    snapshot: () => watch.note(take()),
    probe: () => watch.note(look()),
    // A user who may take pictures and not set the clock is no fault of the camera: whoever asked is told.
    syncClock: setClock,
    status: watch.status,
    async close() {
      watch.close();
      await link.close();
    },
  };
}

function describeDrift(aheadMs: number | null): string {
  if (aheadMs === null) return "it does not tell what time it has";
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(0);
  if (Math.abs(aheadMs) < WORTH_SETTING_MS) return "its clock is right";
  return `its clock is ${seconds} s ${aheadMs > 0 ? "ahead" : "behind"}`;
}
