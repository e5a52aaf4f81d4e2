import type { Log } from "../../common/node/log.ts";

/** Resolves with the first signal that asks for an end; listens from now on, so that none is lost while starting. */
export function untilAsked(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  });
}

/** A bug ends the process: what it left half done in memory is worth nothing, and the supervisor starts it again. */
export function endOnBugs(log: Log): void {
  process.on("uncaughtException", (error) => end(log, error, "a fault of the program", 1));
  process.on("unhandledRejection", (error) => end(log, error, "a fault of the program", 1));
}

/** Ends the process with what is to be known about it. */
export function end(log: Log, error: unknown, message: string, code: number): never {
  log.fatal({ err: error }, message);
  process.exit(code);
}
