import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openTestClock, startBooth, TEST_KEYS } from "./booth.ts";
import { freePort, isHealthy } from "./child-booth.ts";
import { BOOTHCTL } from "./cli.ts";
import { until } from "./until.ts";

/** A furnished booth in a process of its own, whose data directory is a disk of a few megabytes. */
export interface BoothOnSmallDisk {
  url: string;
  /** Writes until nothing more goes onto the disk. */
  fill(): Promise<void>;
  /** Takes that away again. */
  free(): Promise<void>;
  /** Ends the booth with `kill -9` and starts it again; answers once it is up. */
  killAndStart(): Promise<void>;
  /** What `boothctl` of these arguments ends with. */
  run(args: string): Promise<string>;
  close(): Promise<void>;
}

/** Whether a disk can be mounted in a namespace of one's own here. */
export const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** The shell in the namespace does one line after the other and says how each ended. */
const SHELL = `mount -t tmpfs -o size="$MEGABYTES"m,mode=700 none "$DATA_DIR" || exit 1
cp -a "$FURNISHED"/. "$DATA_DIR"
while read -r line; do eval "$line"; echo "ended $?"; done`;

export async function startOnSmallDisk(megabytes: number): Promise<BoothOnSmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "booth-disk-"));
  const [dataDir, furnished] = [join(folder, "disk"), join(folder, "furnished")];
  await furnish(furnished);
  spawnSync("mkdir", [dataDir]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PATH: process.env.PATH ?? "", TZ: "UTC", DATA_DIR: dataDir, PORT: String(port), COOKIE_SECURE: "0" },
    ...{ LOG_LEVEL: "error", MEGABYTES: String(megabytes), FURNISHED: furnished, ...TEST_KEYS },
  };
  const shell = spawn("unshare", ["-rm", "--kill-child", "sh", "-c", SHELL], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const tell = openShell(shell);
  const boothctl = `"${process.execPath}" "${BOOTHCTL}"`;
  const start = async () => {
    await tell(`${boothctl} serve >"$DATA_DIR/../log" 2>&1 & booth=$!`);
    await until(() => isHealthy(url), "the booth to be up", 30_000);
  };
  await start();
  return {
    url,
    async fill() {
      await tell('cat /dev/zero >"$DATA_DIR/fill" 2>/dev/null');
    },
    async free() {
      await tell('rm "$DATA_DIR/fill"');
    },
    async killAndStart() {
      await tell("kill -9 $booth; wait $booth 2>/dev/null");
      await start();
    },
    run: (args) => tell(`${boothctl} ${args} >/dev/null`),
    async close() {
      const ended = once(shell, "close");
      await tell("kill $booth; wait $booth");
      shell.stdin?.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A booth with people and lanes, for a daemon that goes by the real time. */
async function furnish(folder: string): Promise<void> {
  const booth = await startBooth({ clock: openTestClock(new Date().toISOString()) });
  await booth.daemon.stop();
  cpSync(booth.dataDir, folder, { recursive: true });
  await booth.close();
}

function openShell(shell: ChildProcess): (line: string) => Promise<string> {
  if (!shell.stdin || !shell.stdout) throw new Error("the shell has no pipes");
  const { stdin } = shell;
  const answers = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  return async (line) => {
    stdin.write(`${line}\n`);
    const { value } = await answers.next();
    return String(value);
  };
}
