import type { Reply } from "./http-device.ts";
import { el, fault, inside, ONVIF, reply } from "./soap-text.ts";

/** Which media services a camera has: only the first ONVIF one, the second, or both; `old` knows no GetServices. */
export type MediaServices = "first" | "second" | "both" | "old";

/** Answers a request for an operation, which may have come to the second media service. */
export type Operation = (xml: string, isSecond: boolean) => Reply;

const PROFILES = ["main", "sub"];
const VALIDITY = [el("tt:InvalidAfterConnect", "false"), el("tt:InvalidAfterReboot", "true"), el("tt:Timeout", "PT0S")];

const sourceOf = (name: string) => el(`${name} token="vsc"`, el("tt:Name", "vsc"), el("tt:SourceToken", "source"));
const encoderOf = (name: string) => el(`${name} token="vec"`, el("tt:Name", "vec"), el("tt:Encoding", "H264"));

function profileOf(token: string): string {
  const parts = [sourceOf("tt:VideoSourceConfiguration"), encoderOf("tt:VideoEncoderConfiguration")];
  return el(`trt:Profiles token="${token}" fixed="true"`, el("tt:Name", token), ...parts);
}

function secondProfileOf(token: string): string {
  const parts = el("tr2:Configurations", sourceOf("tr2:VideoSource"), encoderOf("tr2:VideoEncoder"));
  return el(`tr2:Profiles token="${token}"`, el("tr2:Name", token), parts);
}

function serviceOf(version: string, address: string): string {
  const number = el("tds:Version", el("tt:Major", 2), el("tt:Minor", 6));
  return el("tds:Service", el("tds:Namespace", `${ONVIF}/${version}/wsdl`), el("tds:XAddr", address), number);
}

/** What a camera says of itself, its services, its two profiles and its pictures. */
export function mediaOperations(media: MediaServices, at: () => string): Readonly<Record<string, Operation>> {
  return {
    GetServices() {
      if (media === "old") return fault("ActionNotSupported", "no such action");
      const services = [serviceOf("ver10/device", `${at()}/onvif/device_service`)];
      if (media !== "first") services.push(serviceOf("ver20/media", `${at()}/onvif/media2`));
      if (media !== "second") services.push(serviceOf("ver10/media", `${at()}/onvif/media`));
      return reply(el("tds:GetServicesResponse", ...services));
    },
    GetCapabilities() {
      const found = el("tds:Capabilities", el("tt:Media", el("tt:XAddr", `${at()}/onvif/media`)));
      return reply(el("tds:GetCapabilitiesResponse", found));
    },
    GetDeviceInformation() {
      const names = [
        el("tds:Manufacturer", "Simulated"),
        el("tds:Model", "Gate &amp; lane"),
        el("tds:FirmwareVersion", "1.0"),
      ];
      return reply(el("tds:GetDeviceInformationResponse", ...names));
    },
    GetProfiles: (_, isSecond) =>
      isSecond
        ? reply(el("tr2:GetProfilesResponse", ...PROFILES.map(secondProfileOf)))
        : reply(el("trt:GetProfilesResponse", ...PROFILES.map(profileOf))),
    GetSnapshotUri(xml, isSecond) {
      const token = inside(xml, "ProfileToken");
      if (!PROFILES.includes(token)) return fault("NoProfile", "no such profile");
      const uri = `${at()}/snapshot.jpg?profile=${token}&amp;size=1`;
      if (isSecond) return reply(el("tr2:GetSnapshotUriResponse", el("tr2:Uri", uri)));
      return reply(el("trt:GetSnapshotUriResponse", el("trt:MediaUri", el("tt:Uri", uri), ...VALIDITY)));
    },
    GetVideoSourceConfigurations: () =>
      reply(el("tr2:GetVideoSourceConfigurationsResponse", sourceOf("tr2:Configurations"))),
    GetVideoSources() {
      const size = el("tt:Resolution", el("tt:Width", 1280), el("tt:Height", 720));
      const source = el('trt:VideoSources token="source"', el("tt:Framerate", 25), size);
      return reply(el("trt:GetVideoSourcesResponse", source));
    },
  };
}
