import { createHash } from "node:crypto";
import type { CameraClock } from "./camera-clock.ts";
import { type MediaServices, mediaOperations, type Operation } from "./camera-media.ts";
import type { Asked, Reply } from "./http-device.ts";
import { fault, inside } from "./soap-text.ts";

export interface CameraSoapSettings {
  user: string;
  password: string;
  clock: CameraClock;
  /** The camera's own address as it gives it; a camera behind a router may know itself by another name. */
  ownAddress(): string;
  media: MediaServices;
}

/** How old a token may be by the camera's clock. */
const TOKEN_MS = 5000;

/** The ONVIF side of a simulated camera; it believes a UsernameToken once, and while that is new. */
export function openCameraSoap({ user, password, clock, ownAddress, media }: CameraSoapSettings) {
  const used = new Set<string>();
  const operations: Readonly<Record<string, Operation>> = {
    ...mediaOperations(media, ownAddress),
    SetSystemDateAndTime: clock.set,
  };
  const isKnown = (xml: string): boolean => {
    const [nonce, created] = [inside(xml, "Nonce"), inside(xml, "Created")];
    const age = Math.abs(clock.now() - Date.parse(created));
    if (used.has(nonce) || !(age <= TOKEN_MS) || inside(xml, "Username") !== user) return false;
    used.add(nonce);
    const signed = Buffer.concat([Buffer.from(nonce, "base64"), Buffer.from(created + password)]);
    return inside(xml, "Password") === createHash("sha1").update(signed).digest("base64");
  };
  return function answer({ body, target }: Asked): Reply {
    const operation = /<(?:\w+:)?Body\b[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? "";
    if (operation === "GetSystemDateAndTime") return clock.show();
    if (!isKnown(body)) return fault("NotAuthorized", "Sender not authorized");
    return operations[operation]?.(body, target.includes("media2")) ?? fault("ActionNotSupported", "no such action");
  };
}
