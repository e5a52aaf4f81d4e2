import { runProgram } from "./run-program.ts";

/** How the daemon is stopped and started. */
export interface Service {
  stop(): Promise<void>;
  /** Asks for the start and does not wait for it. */
  start(): Promise<void>;
  /** Makes known that unit files have changed. */
  reload(): Promise<void>;
  /** Starts a unit, now and with the machine; does not wait for it. */
  enable(name: string): Promise<void>;
  /** Stops it, now and for good. */
  disable(name: string): Promise<void>;
}

/** The service of a unit, by systemctl or by a program that understands the same words. */
export function openService(systemctl: string, unit: string): Service {
  const call = async (...words: string[]) => void (await runProgram(systemctl, words));
  return {
    stop: () => call("stop", unit),
    start: () => call("start", "--no-block", unit),
    reload: () => call("daemon-reload"),
    enable: (name) => call("enable", "--now", "--no-block", name),
    disable: (name) => call("disable", "--now", name),
  };
}
