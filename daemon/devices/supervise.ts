import type { DeviceState } from "../../common/api/lanes.ts";
import { openBackoff } from "./backoff.ts";

/** A device that is well is asked this often, counted from when it last did something; one that is not, sooner. */
const CHECK_MS = 60_000;
const FIRST_CHECK_MS = 1000;

/** What is watched: its state, how to ask it, and what to do once it is there. */
export interface Watched {
  state(): DeviceState;
  /** Asks the device whether it is there. Never rejects. */
  check(): Promise<void>;
  /** The device is there: it came back, or it did what was asked of it. Never rejects. */
  onThere(cameBack: boolean): Promise<void>;
}

export interface Supervisor {
  /** The device may stand differently now. */
  noticed(): void;
  /** The device did what was asked of it. */
  worked(): void;
  stop(): void;
}

/**
 * Watches one device: asks it now and then whether it is there, and while it is not, again and again with pauses that
 * grow. Each device has its own timers, so that a dead one delays nobody.
 */
export function superviseDevice({ state, check, onThere }: Watched): Supervisor {
  const backoff = openBackoff({ firstMs: FIRST_CHECK_MS, mostMs: CHECK_MS });
  let timer: NodeJS.Timeout | undefined;
  let wasReady = false;
  let checking = false;
  let stopped = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), ms).unref();
  };
  const next = () => (wasReady ? CHECK_MS : backoff.next());
  const run = async () => {
    if (checking) return;
    checking = true;
    await check();
    checking = false;
    plan(next());
  };
  const noticed = () => {
    const isReady = state() === "ready";
    if (isReady === wasReady || stopped) return;
    wasReady = isReady;
    backoff.reset();
    if (!checking) plan(next());
    if (isReady) void onThere(true);
  };
  plan(backoff.next());
  return {
    noticed,
    worked() {
      noticed();
      if (!checking) plan(next());
      if (wasReady && !stopped) void onThere(false);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
