import { defineDriver } from "../define-driver.ts";
import { choice, duration, host, port, text } from "../fields.ts";
import { certificateField, fingerprintMisfit } from "../http/certificate.ts";
import { signInFields } from "../http/sign-in-fields.ts";
import { openOnvifCamera } from "../onvif/onvif-camera.ts";

/** A camera that is found its picture address, and its clock set, over ONVIF. */
export const cameraOnvif = defineDriver({
  kind: "camera",
  id: "camera-onvif",
  label: "Network camera (ONVIF)",
  summary: "Asks an ONVIF camera where its pictures are, fetches them, and keeps its clock right.",
  status: "real",
  capabilities: ["snapshot", "clock", "pushed_reads"],
  caveats: [
    "setting the clock needs a user who may change the camera's settings",
    "a camera whose clock is off is taken from its time server, as that did not work",
    "plates come only if the camera posts them to the lane",
  ],
  fields: [
    host("host", { label: "Camera's address", help: "Its name or address on the site's network." }),
    port("port", { label: "Port", default: 80 }),
    ...signInFields,
    text("profile", {
      label: "Profile",
      help: "The token of the camera's profile to take pictures of; left out, its first.",
      required: false,
      advanced: true,
    }),
    choice("scheme", ["http", "https"], { label: "Scheme", default: "http", advanced: true }),
    certificateField,
    text("path", {
      label: "Path of ONVIF",
      help: "The path of the device service.",
      default: "/onvif/device_service",
      pattern: "^/([!-.0-[\\]-~][!-~]{0,198})?$",
      expects: "expected a path, such as /onvif/device_service",
      advanced: true,
    }),
    duration("deadlineMs", {
      label: "Deadline",
      help: "How long a picture may take.",
      default: 2800,
      min: 200,
      max: 2900,
      advanced: true,
    }),
    duration("checkMs", {
      label: "Check",
      help: "After so long without a word the camera is asked for its time, to see whether it is there.",
      default: 30_000,
      min: 500,
      advanced: true,
    }),
  ],
  misfits: ({ fingerprint, scheme }) => fingerprintMisfit(fingerprint, `${scheme}:`),
  open: openOnvifCamera,
});
