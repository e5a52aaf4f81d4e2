import { type ChildProcess, spawn } from "node:child_process";
import { readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { basename, join } from "node:path";
import { TEST_BACKUP_KEY } from "./backups.ts";
import { TEST_KEYS } from "./booth.ts";
import { freePort } from "./child-booth.ts";
import type { Ran } from "./cli.ts";
import { layRelease, openReleaseBench, type ReleaseChange } from "./releases.ts";
import { until } from "./until.ts";

/** A booth installed below a folder, and a service manager that starts and stops it for real. */
export interface InstalledBooth {
  dir: string;
  root: string;
  dataDir: string;
  url: string;
  env: Record<string, string>;
  /** What the service manager was asked, in order. */
  asked: string[];
  /** Runs the installed boothctl. */
  run(args: readonly string[], options?: { env?: Record<string, string>; input?: string }): Promise<Ran>;
  /** Runs one of the verbs of `upgrade` on this installation. */
  upgrade(...args: string[]): Promise<Ran>;
  /** Starts one, as the first process of a group: as a shell does on a terminal. */
  begin(...args: string[]): { child: ChildProcess; ended: Promise<Ran> };
  start(): Promise<void>;
  /** Leaves everything as a change does that the power was cut to, after it had swapped the link. */
  cutOff(kind: "upgraded" | "rolled_back", from: string, to: string): Promise<void>;
  /** The tag of the release that the link names. */
  linked(): string;
  close(): Promise<void>;
}

export const FIRST_TAG = "main-1111111";

/** Installs the program as it was built here, as release main-1111111, with an administrator. */
export async function openInstalledBooth(change: Omit<ReleaseChange, "tag"> = {}): Promise<InstalledBooth> {
  const bench = openReleaseBench();
  const root = join(bench.dir, "root");
  const dataDir = join(bench.dir, "data");
  const port = await freePort();
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: bench.dir,
    SYSTEMD_OFFLINE: "1",
    DATA_DIR: dataDir,
    PORT: String(port),
    COOKIE_SECURE: "0",
    LOG_LEVEL: "warn",
    BACKUP_KEY: TEST_BACKUP_KEY,
    ...TEST_KEYS,
  };
  const current = join(root, "opt/parking-booth/current");
  const program = join(current, "bin/boothctl");
  const manager = await openManager(bench.dir, program, env);
  const url = `http://127.0.0.1:${port}`;
  const runProgram: (path: string, ...rest: Parameters<InstalledBooth["run"]>) => Promise<Ran> = (
    path,
    args,
    options,
  ) => spawnTo(path, args, { cwd: bench.dir, env: { ...env, ...options?.env } }, options?.input).ended;
  const run: InstalledBooth["run"] = (args, options) => runProgram(program, args, options);
  const tree = layRelease(bench.dir, { ...change, tag: FIRST_TAG });
  const made = await runProgram(join(tree, "bin/boothctl"), ["install", "--role", "booth", "--root", root]);
  if (made.code !== 0) throw new Error(made.stderr);
  await run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const verb = (args: readonly string[]) => ["upgrade", ...args, "--root", root, "--systemctl", manager.command];
  return {
    ...bench,
    root,
    dataDir,
    url,
    env,
    asked: manager.asked,
    run,
    upgrade: (...args) => run(verb(args)),
    begin: (...args) => spawnTo(program, verb(args), { cwd: bench.dir, env, detached: true }),
    async start() {
      manager.start();
      await until(async () => (await versionAt(url)) !== null, "the booth to open", 30_000);
    },
    linked: () => basename(readlinkSync(current)),
    async cutOff(kind, from, to) {
      await manager.stop();
      rmSync(current);
      symlinkSync(join("releases", to), current);
      const entry = { kind, from, to, startedAt: "2026-05-29T12:00:00.000Z", wasReady: true };
      writeFileSync(join(root, "opt/parking-booth/upgrade.json"), JSON.stringify(entry));
    },
    async close() {
      await manager.close();
      bench.close();
    },
  };
}

/** The version that answers, or null. */
export async function versionAt(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) });
    return ((await answer.json()) as { version: string }).version;
  } catch {
    return null;
  }
}

function spawnTo(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; detached?: boolean },
  input = "",
): { child: ChildProcess; ended: Promise<Ran> } {
  const child = spawn(process.execPath, [program, ...args], { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => {
    said.stdout += String(text);
  });
  child.stderr.on("data", (text) => {
    said.stderr += String(text);
  });
  child.stdin.on("error", () => {}).end(input);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, ended };
}

/** A program that takes systemctl's words and hands them to this process, which is the daemon's parent. */
async function openManager(dir: string, program: string, env: Record<string, string>) {
  const socket = join(dir, "manager.sock");
  const command = join(dir, "systemctl");
  const asked: string[] = [];
  let daemon: ChildProcess | undefined;
  const start = () => {
    daemon = spawn(process.execPath, [program, "serve"], { cwd: dir, env, stdio: "ignore" });
  };
  const stop = async () => {
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = new Promise((resolve) => daemon?.once("exit", resolve));
    daemon.kill("SIGTERM");
    await ended;
  };
  const server: Server = createServer(async (request, response) => {
    const words = decodeURIComponent(request.url ?? "/").slice(1);
    asked.push(words);
    if (words.startsWith("stop")) await stop();
    if (words.startsWith("start")) start();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const request = `{ socketPath: ${JSON.stringify(socket)}, path: "/" + encodeURIComponent(process.argv.slice(2).join(" ")) }`;
  const script = `#!/usr/bin/env node\nimport { get } from "node:http";\nget(${request});\n`;
  writeFileSync(command, script, { mode: 0o755 });
  return {
    command,
    asked,
    start,
    stop,
    async close() {
      await stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
