import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { systemClock } from "../../common/node/clock.ts";
import { openLog } from "../../common/node/log.ts";
import type { Booth } from "../../daemon/context.ts";
import { openBooth } from "../../daemon/open-booth.ts";
import { readBoothSettings } from "../../daemon/settings.ts";
import { TEST_KEYS } from "./booth.ts";
import { BOOTHCTL } from "./cli.ts";

const root = join(import.meta.dirname, "..", "..");

/** The settings of a booth in a directory, listening on a port of loopback. */
export function childEnvironment(
  dataDir: string,
  port: number,
  more: Record<string, string> = {},
): Record<string, string> {
  return { DATA_DIR: dataDir, PORT: String(port), COOKIE_SECURE: "0", LOG_LEVEL: "info", ...TEST_KEYS, ...more };
}

/** A daemon in a process of its own. */
export interface ChildBooth {
  child: ChildProcess;
  url: string;
  log(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

/** Starts `boothctl serve` and does not wait for anything. */
export function spawnBooth(env: Record<string, string>): ChildBooth {
  return spawnBoothctl(env, ["serve"]);
}

/** The same for any command, such as `collector serve`. */
export function spawnBoothctl(env: Record<string, string>, command: readonly string[]): ChildBooth {
  const inherited = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", TZ: "UTC" };
  const child = spawn(process.execPath, [BOOTHCTL, ...command], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr?.on("data", (text) => {
    log += String(text);
  });
  const ended = new Promise<number | string | null>((resolve) =>
    child.on("close", (code, signal) => resolve(code ?? signal)),
  );
  return { child, url: `http://127.0.0.1:${env.PORT}`, log: () => log, ended };
}

/** A port of loopback that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Opens the directory in this process, as the command line does, and makes the database where there is none. */
export async function openHere(env: Record<string, string>): Promise<Booth> {
  const { config, secrets } = readBoothSettings({ ...env, LOG_LEVEL: "silent" }, { version: "test" });
  const fatal = (error: unknown) => {
    throw error;
  };
  return openBooth({ config, secrets, clock: systemClock, log: openLog(config.log), migrate: true, onFatal: fatal });
}

/** Whether it answers `/healthz` with 200 now. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
