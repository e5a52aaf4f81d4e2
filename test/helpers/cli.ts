import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_KEYS } from "./booth.ts";

/** The command as it was built, as people call it. */
export const BOOTHCTL = join(import.meta.dirname, "..", "..", "bin", "boothctl");

/** How a run of boothctl ended, and what it said. */
export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** What is piped in; without it stdin is empty. */
  input?: string;
  env?: Record<string, string>;
  /** Whose process it is; of whom calls the tests, unless it is said. */
  uid?: number;
}

/** A data directory of its own, and boothctl run in it with keys that only tests know. */
export interface CliBench {
  dir: string;
  dataDir: string;
  env: Record<string, string>;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs a line as a shell does: for examples with quotes and redirection. */
  shell(line: string, options?: RunOptions): Promise<Ran>;
  /** Starts a command that goes on; kept output is in `said`. */
  start(args: readonly string[], env?: Record<string, string>): Running;
  /** The one JSON value of a command's answer; throws unless it succeeded. */
  json(args: readonly string[], options?: RunOptions): Promise<unknown>;
  close(): void;
}

export interface Running {
  child: ChildProcess;
  said(): { stdout: string; stderr: string };
  ended: Promise<Ran>;
}

/** Makes a bench. Nothing of the caller's environment but the path reaches boothctl. */
export function openCliBench(): CliBench {
  const dir = mkdtempSync(join(tmpdir(), "boothctl-"));
  const dataDir = join(dir, "data");
  const base: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: dir,
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "info",
    ...TEST_KEYS,
  };
  const coverage = process.env.NODE_V8_COVERAGE;
  if (coverage) base.NODE_V8_COVERAGE = coverage;
  const children = new Set<ChildProcess>();
  const begin = (command: string, args: readonly string[], { input, env, ...as }: RunOptions = {}): Running => {
    const child = spawn(command, args, { cwd: dir, env: { ...base, ...env }, stdio: ["pipe", "pipe", "pipe"], ...as });
    children.add(child);
    child.once("close", () => children.delete(child));
    return watch(child, input);
  };
  const run = (args: readonly string[], options?: RunOptions) =>
    begin(process.execPath, [BOOTHCTL, ...args], options).ended;
  return {
    dir,
    dataDir,
    env: base,
    run,
    shell: (line, options) =>
      begin("/bin/sh", ["-c", `boothctl() { "${process.execPath}" "${BOOTHCTL}" "$@"; }\n${line}`], options).ended,
    start: (args, env = {}) => begin(process.execPath, [BOOTHCTL, ...args], { env }),
    async json(args, options) {
      const ran = await run([...args, "--json"], options);
      if (ran.code !== 0) throw new Error(`boothctl ${args.join(" ")}: exit ${ran.code}: ${ran.stderr}`);
      return JSON.parse(ran.stdout);
    },
    close() {
      // A test that failed may have left one running, and would wait for it.
      for (const child of children) child.kill("SIGKILL");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function watch(child: ChildProcess, input = ""): Running {
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  // A command that reads nothing may be gone before its input is.
  child.stdin?.on("error", () => {}).end(input);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, said: () => ({ ...said }), ended };
}
