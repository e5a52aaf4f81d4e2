import { spawnSync } from "node:child_process";

/** A program of the system did not do what it was asked. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramError";
  }
}

/** Runs a program of the system to its end and answers what it printed. Throws a ProgramError with what it said. */
export function runProgram(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status === 0) return stdout;
  const said = error ? error.message : stderr.trim();
  throw new ProgramError(`the command "${[command, ...args].join(" ")}" failed${said ? `: ${said}` : ""}`);
}
