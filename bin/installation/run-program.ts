import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A program of the system did not do what it was asked. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramError";
  }
}

/** How a program ended, and what it said. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program to its end, in a session of its own: a terminal that goes away, and what is typed on it, reach this
 * command and not the program. `asked` ends it. Rejects where it cannot be started.
 */
export function runAside(
  command: string,
  args: readonly string[],
  { onLine, asked }: { onLine?: (line: string) => void; asked?: AbortSignal | undefined } = {},
): Promise<Ended> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, signal: asked });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  if (onLine) createInterface({ input: child.stdout }).on("line", onLine);
  return new Promise((resolve, reject) => {
    // One that was ended is waited for all the same: what it holds is free only then.
    child.on("error", (error) => error.name !== "AbortError" && reject(error));
    child.on("close", (code) => resolve({ code, ...said }));
  });
}

/** Runs a program of the system to its end and answers what it printed. Throws a ProgramError with what it said. */
export async function runProgram(command: string, args: readonly string[]): Promise<string> {
  const failed = (said: string) =>
    new ProgramError(`the command "${[command, ...args].join(" ")}" failed${said ? `: ${said}` : ""}`);
  const { code, stdout, stderr } = await runAside(command, args).catch((error: Error) => {
    throw failed(error.message);
  });
  if (code === 0) return stdout;
  throw failed(stderr.trim());
}
