import { DRIVERS } from "../../daemon/devices/catalog.ts";
import { type AnyDriver, defineDriver } from "../../daemon/devices/define-driver.ts";
import { bool, choice, duration, host, number, port, secret, text, url } from "../../daemon/devices/fields.ts";
import type { CameraDevice } from "../../daemon/devices/interfaces.ts";

/** What the camera of the bench was last opened with. */
export interface Bench {
  config: Readonly<Record<string, unknown>> | null;
}

/**
 * A camera that only tests have, with a setting of every type: it is there when its password is "open sesame". It is
 * in the catalog until the answer's `remove` is called.
 */
export function addBenchCamera(): Bench & { remove(): void } {
  const bench: Bench = { config: null };
  const driver = defineDriver({
    kind: "camera",
    id: "bench",
    label: "Bench camera",
    summary: "A camera that stands on a bench.",
    status: "real",
    capabilities: ["snapshot"],
    caveats: ["needs an account on the camera"],
    fields: [
      host("host", { label: "Address", help: "Of the camera on the site's network." }),
      port("port", { label: "Port", default: 80 }),
      url("page", { label: "Its own page", required: false }),
      text("user", { label: "User name", required: false }),
      secret("password", { label: "Password", required: false }),
      number("zoom", { label: "Zoom", min: 0, max: 8, default: 1, advanced: true }),
      duration("deadlineMs", { label: "Deadline", default: 2000, max: 5000, advanced: true }),
      bool("mirror", { label: "Mirror the picture", default: false, advanced: true }),
      choice("scheme", ["basic", "digest"], { label: "Scheme", required: false, advanced: true }),
    ],
    open(config): CameraDevice {
      bench.config = config;
      const fault = config.password === "open sesame" ? null : "the camera refused the password; check it";
      const assertWell = () => {
        if (fault !== null) throw new Error(fault);
      };
      return {
        status: () => ({ state: fault === null ? "ready" : "fault", message: fault }),
        async probe() {
          assertWell();
          return `The camera at ${config.host} answered.`;
        },
        async snapshot() {
          assertWell();
          return { jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), takenAt: "2026-11-20T12:00:00.000Z" };
        },
        async close() {},
      };
    },
  });
  const drivers = DRIVERS as AnyDriver[];
  drivers.push(driver as unknown as AnyDriver);
  return Object.assign(bench, {
    remove: () => void drivers.splice(drivers.indexOf(driver as unknown as AnyDriver), 1),
  });
}
