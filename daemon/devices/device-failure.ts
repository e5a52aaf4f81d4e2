import type { DeviceStatus } from "./interfaces.ts";

/** What went wrong with a device: an action, a check, or keeping it open. */
export type FailureOf = "act" | "check" | "open";

/** What a device was last found to fail at, which it does not say of itself. */
export interface DeviceFailure {
  /** How the device stands, by what it says (nothing while it is not open) and by what failed. */
  status(told: DeviceStatus | undefined): DeviceStatus;
  failed(of: FailureOf, message: string, state?: DeviceStatus["state"]): void;
  /** It did something: what failed before holds no longer, but an action that failed is not mended by a check. */
  worked(of: FailureOf): void;
}

/** Remembers the last failure of one device. */
export function openDeviceFailure(): DeviceFailure {
  let failure: (DeviceStatus & { of: FailureOf }) | null = null;
  return {
    status(told) {
      if (told && (told.state !== "ready" || !failure)) return told;
      return failure
        ? { state: failure.state, message: failure.message }
        : { state: "fault", message: "it is not open" };
    },
    failed(of, message, state = "fault") {
      // Why it is not open tells more than that nothing can be asked of it.
      if (failure?.of !== "open" || of === "open") failure = { of, state, message };
    },
    worked(of) {
      if (failure?.of !== "act" || of !== "check") failure = null;
    },
  };
}
