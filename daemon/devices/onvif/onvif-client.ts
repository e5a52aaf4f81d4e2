import type { Clock } from "../../../common/node/clock.ts";
import type { DeviceLink } from "../http/device-link.ts";
import { ExchangeFailure, quoteDevice, SignInRefused } from "../http/failure.ts";
import { clockContent, type DeviceClock, readDeviceClock } from "./device-clock.ts";
import { callSoap, makeToken } from "./soap.ts";
import { escapeXml, textAt, type XmlElement } from "./xml.ts";

const DEVICE = "http://www.onvif.org/ver10/device/wsdl";
const MEDIA = "http://www.onvif.org/ver10/media/wsdl";
const MEDIA2 = "http://www.onvif.org/ver20/media/wsdl";

export interface OnvifSettings {
  /** The device service. */
  service: URL;
  user: string | undefined;
  password: string | undefined;
  /** The token of the profile to take pictures of; the device's first where there is none. */
  profile: string | undefined;
}

/** A client of an ONVIF camera, as far as a lane needs one. Calls reject with a `ExchangeFailure`. */
export interface OnvifClient {
  /** The camera's clock, and how far it was ahead of the booth's, in ms; read without signing in where it allows that. */
  readClock(signal: AbortSignal): Promise<DeviceClock & { aheadMs: number | null }>;
  setClock(utc: number, before: DeviceClock, signal: AbortSignal): Promise<void>;
  /** What the camera calls itself. */
  describe(signal: AbortSignal): Promise<string>;
  /** The address of its still pictures. */
  findPicture(signal: AbortSignal): Promise<URL>;
}

/**
 * An address that a device gives for one of its own services, at the host of the settings whatever it says: it may
 * know itself by another name, and must not send us elsewhere. Its port counts only where its scheme is ours.
 */
export function atHost(base: URL, told: string): URL {
  if (!URL.canParse(told, base.href))
    throw new ExchangeFailure("fault", `the device gives no address, but ${quoteDevice(told)}`);
  const { protocol, port, pathname, search } = new URL(told, base);
  if (protocol !== "http:" && protocol !== "https:")
    throw new ExchangeFailure("fault", `the device gives an address that is not of the web: ${quoteDevice(protocol)}`);
  const url = new URL(base);
  if (protocol === base.protocol) url.port = port;
  url.pathname = pathname;
  url.search = search;
  return url;
}

/** A client for one camera; nothing is asked yet. */
export function openOnvifClient(link: DeviceLink, settings: OnvifSettings, clock: Clock): OnvifClient {
  const { service, user, password = "" } = settings;
  let aheadMs = 0;

  const token = () => (user === undefined ? null : makeToken(user, password, clock.now() + aheadMs));
  const call = (url: URL, namespace: string, operation: string, signal: AbortSignal, content = "") =>
    callSoap(link, { url, namespace, operation, content, token: token() }, signal);

  const askClock = async (signal: AbortSignal): Promise<XmlElement> => {
    const ask = { url: service, namespace: DEVICE, operation: "GetSystemDateAndTime" };
    try {
      return await callSoap(link, { ...ask, token: null }, signal);
    } catch (error) {
      if (!(error instanceof SignInRefused) || user === undefined) throw error;
      return callSoap(link, { ...ask, token: token() }, signal);
    }
  };
  const findMedia = async (signal: AbortSignal): Promise<{ url: URL; namespace: string }> => {
    const content = "<IncludeCapability>false</IncludeCapability>";
    const { children } = await call(service, DEVICE, "GetServices", signal, content);
    for (const namespace of [MEDIA, MEDIA2]) {
      const media = children.find((each) => textAt(each, "Namespace") === namespace);
      if (media) return { url: atHost(service, textAt(media, "XAddr")), namespace };
    }
    throw new ExchangeFailure("fault", "the device has no pictures to give: it names no media service");
  };
  /** Devices from before GetServices name their services as capabilities. */
  const findOldMedia = async (signal: AbortSignal): Promise<{ url: URL; namespace: string }> => {
    const response = await call(service, DEVICE, "GetCapabilities", signal, "<Category>Media</Category>");
    return { url: atHost(service, textAt(response, "Capabilities", "Media", "XAddr")), namespace: MEDIA };
  };
  const findProfile = async (media: { url: URL; namespace: string }, signal: AbortSignal): Promise<string> => {
    const { children } = await call(media.url, media.namespace, "GetProfiles", signal);
    const tokens = children.flatMap((each) => each.attributes.get("token") ?? []);
    const found = settings.profile === undefined ? tokens[0] : tokens.find((each) => each === settings.profile);
    if (found !== undefined) return found;
    const known = tokens.map((each) => quoteDevice(each, 20)).join(", ");
    throw new ExchangeFailure("fault", `the device has no such profile; it has ${known || "none"}`);
  };
  return {
    async readClock(signal) {
      const asked = clock.now();
      const began = clock.monotonic();
      const told = readDeviceClock(await askClock(signal));
      const tookMs = clock.monotonic() - began;
      if (told.utc === null) return { ...told, aheadMs: null };
      // It shows whole seconds, so on average it is half of one further; and it was asked half of the way ago.
      const ahead = Math.round(told.utc + 500 - (asked + tookMs / 2));
      aheadMs = ahead;
      return { ...told, aheadMs: ahead };
    },
    async setClock(utc, before, signal) {
      const second = Math.round(utc / 1000) * 1000;
      await call(service, DEVICE, "SetSystemDateAndTime", signal, clockContent(second, before));
      aheadMs = second - clock.now();
    },
    async describe(signal) {
      const told = await call(service, DEVICE, "GetDeviceInformation", signal);
      const names = [textAt(told, "Manufacturer"), textAt(told, "Model"), textAt(told, "FirmwareVersion")];
      return quoteDevice(names.filter((name) => name !== "").join(" ")) || "an unnamed device";
    },
    async findPicture(signal) {
      const media = await findMedia(signal).catch((error: unknown) => {
        if (error instanceof SignInRefused || (error instanceof ExchangeFailure && error.state === "offline"))
          throw error;
        return findOldMedia(signal);
      });
      const profile = `<ProfileToken>${escapeXml(await findProfile(media, signal))}</ProfileToken>`;
      const response = await call(media.url, media.namespace, "GetSnapshotUri", signal, profile);
      const told = textAt(response, "MediaUri", "Uri") || textAt(response, "Uri");
      if (told === "") throw new ExchangeFailure("fault", "the device gives no address of its pictures");
      return atHost(media.url, told);
    },
  };
}
