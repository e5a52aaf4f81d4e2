import { execFile } from "node:child_process";

const ANSWER_MS = 3000;

/** What a program of this host says; null where it is not there, fails or hangs. */
export function ask(program: string, args: readonly string[], patienceMs = ANSWER_MS): Promise<string | null> {
  const options = { timeout: patienceMs, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => resolve(error ? null : stdout));
  });
}

/** Properties of a systemd unit; null where systemd does not run this host, or knows no such unit. */
export async function unitProperties(unit: string, names: readonly string[]): Promise<Record<string, string> | null> {
  const said = await ask("systemctl", ["show", unit, `--property=${["LoadState", ...names].join(",")}`]);
  const lines = (said ?? "").split("\n").filter((line) => line.includes("="));
  const found = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return found.LoadState === "loaded" ? found : null;
}
