import { defineDriver } from "../define-driver.ts";
import { choice } from "../fields.ts";
import type { DeviceStatus, ReaderDevice } from "../interfaces.ts";

const STATUS: Readonly<Record<"ok" | "silent", DeviceStatus>> = {
  ok: { state: "ready", message: null },
  silent: { state: "offline", message: "the simulated reader does not answer" },
};

/**
 * A reader that reads nothing by itself, and the blueprint of a reader driver. Its reads are posted to the lane's
 * ingress; a driver with a connection of its own hands each credential to `onRead`.
 */
export const simulatedReader = defineDriver({
  kind: "reader",
  id: "simulated",
  label: "Simulated reader",
  summary: "Takes tickets and credentials posted to the lane; for trying things out without hardware.",
  status: "simulated",
  capabilities: ["qr", "credential"],
  caveats: ["reads nothing by itself"],
  fields: [
    choice("answers", ["ok", "silent"], {
      label: "Answers",
      help: "Whether it shows as connected.",
      default: "ok",
      advanced: true,
    }),
  ],
  open(config): ReaderDevice {
    const status = STATUS[config.answers];
    return {
      status: () => status,
      async probe() {
        if (config.answers === "silent") throw new Error(status.message ?? "");
        return "The simulated reader is connected.";
      },
      async close() {},
    };
  },
});
