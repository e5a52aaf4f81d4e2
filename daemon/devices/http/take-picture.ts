import { type Clock, instant } from "../../../common/node/clock.ts";
import type { Picture } from "../interfaces.ts";
import type { DeviceLink } from "./device-link.ts";
import { ExchangeFailure, quoteDevice } from "./failure.ts";
import { checkJpeg } from "./jpeg.ts";

const MOST_BYTES = 2 * 1024 * 1024;

/** A picture, and what a technician wants to know of it. */
export interface TakenPicture extends Picture {
  width: number;
  height: number;
}

/** Fetches one JPEG of at most 2 MiB. `takenAt` is when it was asked for, so that it is never newer than it says. */
export async function takePicture(
  link: DeviceLink,
  url: URL,
  clock: Clock,
  signal: AbortSignal,
): Promise<TakenPicture> {
  const takenAt = instant(clock.now());
  const request = { method: "GET", url, headers: { accept: "image/jpeg" }, mostBytes: MOST_BYTES } as const;
  const { status, contentType, body } = await link.request(request, signal);
  if (status !== 200) throw new ExchangeFailure("fault", `the camera answers ${status} where a picture was expected`);
  if (contentType !== "" && !/^(image\/(jpe?g|pjpeg|\*)|application\/octet-stream)\b/i.test(contentType))
    throw new ExchangeFailure("fault", `the camera sends ${quoteDevice(contentType)} where one JPEG was expected`);
  const { bytes, width, height } = checkJpeg(body);
  return { jpeg: bytes, takenAt, width, height };
}

/** What a picture tells a technician. */
export function describePicture({ jpeg, width, height }: TakenPicture): string {
  return `a picture of ${width} × ${height} and ${Math.round(jpeg.length / 1000)} kB`;
}
