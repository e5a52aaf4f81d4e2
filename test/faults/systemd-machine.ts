import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { until } from "../helpers/until.ts";

/** A machine of its own: Debian with a real systemd in a container, without any network but loopback. */
export interface Machine {
  root: string;
  /** How long it took from the start to a system that runs, in milliseconds. */
  bootMs: number;
  /** Runs a line of shell as root on it; throws unless it ends with the code. */
  run(line: string, options?: { code?: number; input?: string }): string;
  stop(): Promise<void>;
}

const MIRROR = process.env.DEBIAN_MIRROR ?? "http://deb.debian.org/debian";
const SUITE = "bookworm";

/** What has to be there for machines to be made; a sentence that says what is missing, or null. */
export function whatIsMissing(): string | null {
  if (process.getuid?.() !== 0) return "machines can be made by root only";
  const missing = ["debootstrap", "systemd-nspawn", "nsenter", "unshare"].filter(
    (command) => spawnSync("which", [command]).status !== 0,
  );
  return missing.length === 0
    ? null
    : `${missing.join(", ")} is missing: apt-get install debootstrap systemd-container util-linux`;
}

/** The file system that every machine begins with; made once, in some 30 s. */
export function makeBase(folder: string): string {
  const base = join(folder, "base");
  if (existsSync(base)) return base;
  mkdirSync(folder, { recursive: true });
  const making = `${base}.making`;
  rmSync(making, { recursive: true, force: true });
  const packages = "--include=systemd,systemd-sysv,dbus,libstdc++6,ca-certificates,procps";
  execFileSync("debootstrap", ["--variant=minbase", packages, SUITE, making, MIRROR], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  cpSync(realpathSync(process.execPath), join(making, "usr/local/bin/node"));
  chmodSync(join(making, "usr/local/bin/node"), 0o755);
  renameSync(making, base);
  return base;
}

/** Boots an empty machine of a name. */
export async function bootMachine(folder: string, name: string): Promise<Machine> {
  const root = join(folder, name);
  rmSync(root, { recursive: true, force: true });
  execFileSync("cp", ["-a", makeBase(folder), root]);
  const started = performance.now();
  const nspawn = `systemd-nspawn --quiet --directory=${root} --machine=${name} --keep-unit --register=no --private-network --boot`;
  const script = `mount --make-rprivate / && mount -t tmpfs tmpfs /run && exec ${nspawn}`;
  const child = spawn("unshare", ["--mount", "--fork", "--kill-child", "sh", "-c", script], { stdio: "ignore" });
  await until(() => initBelow(child) !== null, `${name} to have an init`, 30_000);
  const leader = initBelow(child);
  const enter = ["--target", String(leader), "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd"];
  const call = (line: string, input = "") =>
    spawnSync(
      "nsenter",
      [...enter, "env", "-i", "PATH=/usr/local/bin:/usr/bin:/usr/sbin", "HOME=/root", "sh", "-c", line],
      {
        encoding: "utf8",
        input,
      },
    );
  await until(() => /running|degraded/.test(call("systemctl is-system-running").stdout), `${name} to run`, 60_000);
  return {
    root,
    bootMs: performance.now() - started,
    run(line, { code = 0, input } = {}) {
      const ran = call(line, input);
      if (ran.status === code) return ran.stdout;
      throw new Error(`${name}: ${line}: exit ${ran.status}, not ${code}\n${ran.stdout}${ran.stderr}`);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      call("systemctl poweroff --force");
      const killer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(killer);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The first process of the container below a process of ours, or null while there is none. */
function initBelow({ pid }: ChildProcess): number | null {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const statusOf = (name: string) => {
    try {
      return readFileSync(`/proc/${name}/status`, "utf8");
    } catch {
      return "";
    }
  };
  const parents = new Map(all.map((name) => [Number(name), Number(/^PPid:\s+(\d+)/m.exec(statusOf(name))?.[1] ?? 0)]));
  const isBelow = (id: number): boolean => id === pid || (id > 1 && isBelow(parents.get(id) ?? 0));
  const isInit = (name: string) => /^NSpid:(?:\s+\d+)+\s+1$/m.test(statusOf(name));
  const found = all.find((name) => isInit(name) && isBelow(Number(name)));
  return found === undefined ? null : Number(found);
}
