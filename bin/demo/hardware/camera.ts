import { type Clock, systemClock } from "../../../common/node/clock.ts";
import { openCameraClock } from "./camera-clock.ts";
import type { MediaServices } from "./camera-media.ts";
import { openCameraSoap } from "./camera-soap.ts";
import { type DoorkeeperSettings, openDoorkeeper } from "./doorkeeper.ts";
import { type Asked, type HttpHardware, type Reply, startHttpDevice } from "./http-device.ts";

export interface CameraSettings extends DoorkeeperSettings {
  /** 0 takes a free one. */
  port: number;
  /** The picture it takes now. */
  jpeg(): Uint8Array;
  clock?: Clock;
  media?: MediaServices;
  /** What it calls its own address, where that is not the one it is reached at. */
  ownAddress?: string;
}

/** A simulated camera: `/snapshot.jpg`, and ONVIF at `/onvif/device_service`. */
export interface CameraHardware extends HttpHardware {
  /** How far its clock is ahead, in ms. */
  aheadMs(): number;
  setAheadMs(ms: number): void;
  /** Takes the nonces back that it gave out. */
  expire(): void;
  /** Answers every request with this instead; null: as it should again. */
  setReply(reply: Reply | null): void;
}

/** Starts a camera on loopback. */
export async function startCamera(settings: CameraSettings): Promise<CameraHardware> {
  const { jpeg, media = "both" } = settings;
  const door = openDoorkeeper(settings);
  const clock = openCameraClock(settings.clock ?? systemClock);
  const ownAddress = () => settings.ownAddress ?? `http://127.0.0.1:${hardware.port}`;
  const soap = openCameraSoap({ ...settings, clock, ownAddress, media });
  let instead: Reply | null = null;
  const takePicture = (asked: Asked): Reply =>
    door.stop(asked) ?? { status: 200, headers: { "content-type": "image/jpeg" }, body: jpeg() };
  const hardware = await startHttpDevice(settings.port, (asked) => {
    if (instead) return instead;
    if (asked.target.startsWith("/onvif/")) return soap(asked);
    return asked.target.startsWith("/snapshot.jpg") ? takePicture(asked) : { status: 404, body: "not here" };
  });
  return {
    ...hardware,
    aheadMs: clock.aheadMs,
    setAheadMs: clock.setAheadMs,
    expire: door.expire,
    setReply(reply) {
      instead = reply;
    },
  };
}
