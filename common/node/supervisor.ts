import { spawn } from "node:child_process";
import type { Environment } from "./settings.ts";

/** Tells the service manager how this process stands; where there is none, every word is for nobody. */
export interface Supervisor {
  /** The start is over, and from now on `isWell` is asked; a process that stops answering is killed and started again. */
  ready(isWell: () => boolean): void;
  stopping(): void;
}

/**
 * Speaks with systemd by sd_notify(3), as the environment of the process says. `systemd-notify` does the sending, since
 * Node has no datagram sockets of the kind it takes: the unit needs `NotifyAccess=all`.
 */
export function openSupervisor(env: Environment): Supervisor {
  const send = env.NOTIFY_SOCKET ? (words: readonly string[]) => notify(words, env) : () => {};
  const everyMs = watchdogMs(env);
  let watch: NodeJS.Timeout | undefined;
  return {
    ready(isWell) {
      send(["READY=1"]);
      if (everyMs === null) return;
      watch = setInterval(() => isWellNow(isWell) && send(["WATCHDOG=1"]), everyMs);
      watch.unref();
    },
    stopping() {
      clearInterval(watch);
      // What ends cleanly but slowly is a matter of TimeoutStopSec=.
      send(["STOPPING=1"]);
    },
  };
}

/** How often to tell: three times in each interval of the watchdog; null where there is no watchdog, or not for this process. */
function watchdogMs(env: Environment): number | null {
  const microseconds = Number(env.WATCHDOG_USEC ?? 0);
  const isOurs = env.WATCHDOG_PID === undefined || env.WATCHDOG_PID === String(process.pid);
  return isOurs && microseconds > 0 ? microseconds / 3000 : null;
}

function isWellNow(isWell: () => boolean): boolean {
  try {
    return isWell();
  } catch {
    return false;
  }
}

/** That it cannot be sent is for the service manager to notice. */
function notify(words: readonly string[], { PATH, NOTIFY_SOCKET }: Environment): void {
  const child = spawn("systemd-notify", words, { env: { PATH, NOTIFY_SOCKET }, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}
