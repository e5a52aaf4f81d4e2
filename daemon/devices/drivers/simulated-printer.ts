import { defineDriver } from "../define-driver.ts";
import { choice, duration } from "../fields.ts";
import type { DeviceStatus, PrinterDevice } from "../interfaces.ts";
import { NothingPrintedError, type PrintDocument } from "../print-document.ts";
import { openTimers } from "./simulation.ts";

const KEPT = 20;

const STATUS: Readonly<Record<"ok" | "low" | "out", DeviceStatus>> = {
  ok: { state: "ready", message: null },
  low: { state: "ready", message: "paper is running low" },
  out: { state: "fault", message: "the printer is out of paper" },
};

/** A printer that has printed before anybody looks, and the blueprint of a printer driver. */
export interface SimulatedPrinter extends PrinterDevice {
  /** The last documents it printed, oldest first. */
  printed(): readonly PrintDocument[];
}

export const simulatedPrinter = defineDriver({
  kind: "printer",
  id: "simulated",
  label: "Simulated printer",
  summary: "Keeps what it prints in memory; for trying things out without hardware.",
  status: "simulated",
  capabilities: ["text", "qr", "drawer"],
  caveats: ["no paper"],
  fields: [
    choice("paper", ["ok", "low", "out"], { label: "Paper", help: "How much paper it says it has.", default: "ok" }),
    duration("latencyMs", {
      label: "Latency",
      help: "How long a print takes.",
      default: 40,
      max: 10_000,
      advanced: true,
    }),
  ],
  open(config): SimulatedPrinter {
    const timers = openTimers();
    const printed: PrintDocument[] = [];
    const assertPaper = () => {
      if (config.paper === "out") throw new NothingPrintedError(STATUS.out.message ?? "");
    };
    return {
      hasDrawer: true,
      async print(document) {
        await timers.wait(config.latencyMs);
        assertPaper();
        printed.push(document);
        if (printed.length > KEPT) printed.shift();
      },
      printed: () => printed,
      async probe() {
        assertPaper();
        return config.paper === "low"
          ? "The simulated printer is ready; paper is running low."
          : "The simulated printer is ready.";
      },
      status: () => STATUS[config.paper],
      async close() {
        timers.clear();
      },
    };
  },
});
