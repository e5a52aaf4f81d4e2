import type { BarrierState } from "../../../common/api/lanes.ts";
import type { Intent } from "../../../common/words.ts";
import { defineDriver } from "../define-driver.ts";
import { choice, duration } from "../fields.ts";
import type { AccessControlDevice, DeviceStatus } from "../interfaces.ts";
import { openTimers } from "./simulation.ts";

const STATUS: Readonly<Record<"ok" | "silent" | "refuses", DeviceStatus>> = {
  ok: { state: "ready", message: null },
  silent: { state: "offline", message: "the simulated barrier does not answer" },
  refuses: { state: "fault", message: "the simulated barrier refuses every intent" },
};

/**
 * A barrier that exists in the program only, and the blueprint of an access driver: `signal` resolves once the device
 * took the intent, and what the arm does afterwards is reported by `barrier`, each step announced with `onChange`.
 */
export const simulatedAccess = defineDriver({
  kind: "access",
  id: "simulated",
  label: "Simulated barrier",
  summary: "Opens, waits and closes by itself; for trying things out without hardware.",
  status: "simulated",
  capabilities: ["open", "hold", "release", "close", "reports_barrier"],
  caveats: ["moves nothing"],
  fields: [
    duration("openMs", {
      label: "Stays open",
      help: "How long the barrier stays open before it closes by itself.",
      default: 6000,
      max: 600_000,
    }),
    duration("moveMs", {
      label: "Travel time",
      help: "How long the arm takes to go up or down.",
      default: 900,
      max: 60_000,
      advanced: true,
    }),
    duration("latencyMs", {
      label: "Latency",
      help: "How long the barrier takes to answer.",
      default: 60,
      max: 10_000,
      advanced: true,
    }),
    choice("answers", ["ok", "silent", "refuses"], {
      label: "Answers",
      help: "Whether it takes an intent, says nothing, or refuses.",
      default: "ok",
      advanced: true,
    }),
  ],
  open(config, { onChange }): AccessControlDevice {
    const timers = openTimers();
    let state: BarrierState = config.answers === "ok" ? "closed" : "unknown";
    let next: NodeJS.Timeout | undefined;

    const become = (reached: BarrierState) => {
      state = reached;
      onChange();
    };
    const later = (ms: number, step: () => void) => {
      clearTimeout(next);
      next = timers.after(ms, step);
    };
    const goDown = () => {
      if (state === "closed") return;
      become("moving");
      later(config.moveMs, () => become("closed"));
    };
    const goUp = (top: "open" | "held") => {
      const arrive = () => {
        become(top);
        if (top === "open") later(config.openMs, goDown);
      };
      if (state === "open" || state === "held") return arrive();
      become("moving");
      later(config.moveMs, arrive);
    };
    const obey: Readonly<Record<Intent, () => void>> = {
      // A barrier that is held stays held: an `open` for the next car must not end what a person asked for.
      open: () => state !== "held" && goUp("open"),
      hold: () => goUp("held"),
      release: () => state === "held" && goDown(),
      close: goDown,
    };

    const answer = async () => {
      await timers.wait(config.latencyMs);
      if (config.answers !== "ok") throw new Error(STATUS[config.answers].message ?? "");
    };
    return {
      async signal(intent) {
        await answer();
        obey[intent]();
      },
      async probe() {
        await answer();
        return `The simulated barrier is ${state}.`;
      },
      barrier: () => state,
      presence: () => null,
      status: () => STATUS[config.answers],
      async close() {
        timers.clear();
      },
    };
  },
});
