import { defineDriver } from "../define-driver.ts";
import { duration, url } from "../fields.ts";
import { certificateField, fingerprintMisfit } from "../http/certificate.ts";
import { openDeviceLink } from "../http/device-link.ts";
import { singleFlight } from "../http/one-at-a-time.ts";
import { signInFields } from "../http/sign-in-fields.ts";
import { describePicture, takePicture } from "../http/take-picture.ts";
import { openWatch } from "../http/watch.ts";
import type { CameraDevice } from "../interfaces.ts";

/** A camera that gives a JPEG at an address of its own. */
export const cameraHttp = defineDriver({
  kind: "camera",
  id: "camera-http",
  label: "Network camera (picture address)",
  summary: "Fetches a JPEG from the camera's picture address.",
  status: "real",
  capabilities: ["snapshot", "pushed_reads"],
  caveats: ["cannot set the camera's clock", "plates come only if the camera posts them to the lane"],
  fields: [
    url("address", {
      label: "Picture address",
      help: "Where the camera gives one JPEG of at most 2 MiB, such as http://10.0.0.21/snapshot.jpg.",
    }),
    ...signInFields,
    certificateField,
    duration("deadlineMs", {
      label: "Deadline",
      help: "How long a picture may take.",
      default: 2500,
      min: 200,
      max: 2900,
      advanced: true,
    }),
    duration("checkMs", {
      label: "Check",
      help: "After so long without a picture one is taken to see whether the camera is there.",
      default: 60_000,
      min: 500,
      advanced: true,
    }),
  ],
  misfits: ({ fingerprint, address }) => fingerprintMisfit(fingerprint, new URL(address).protocol),
  open(config, parts): CameraDevice {
    const address = new URL(config.address);
    const link = openDeviceLink(address.hostname, config, parts.onTranscript);
    const take = singleFlight(() => takePicture(link, address, parts.clock, AbortSignal.timeout(config.deadlineMs)));
    const watch = openWatch(parts, config.checkMs, take);
    return {
      snapshot: () => watch.note(take()),
      async probe() {
        return `The camera gave ${describePicture(await watch.note(take()))}.`;
      },
      status: watch.status,
      async close() {
        watch.close();
        await link.close();
      },
    };
  },
});
