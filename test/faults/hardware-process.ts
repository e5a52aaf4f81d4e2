import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FromHardware, LanePorts, ToHardware, Trouble } from "./lane-hardware.ts";

/** The hardware of some lanes, in a process of its own that can be killed and started again on the same ports. */
export interface HardwareProcess {
  readonly ports: readonly LanePorts[];
  put(lane: string, trouble: Trouble): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it; `onOpened` is called each time the relay of a lane goes on. */
export async function startHardware(
  lanes: readonly string[],
  onOpened: (lane: string, at: number) => void,
): Promise<HardwareProcess> {
  let ports: readonly LanePorts[] = lanes.map((lane) => ({ lane, relay: 0, camera: 0 }));
  let child: ChildProcess;
  const start = async () => {
    const program = join(import.meta.dirname, "lane-hardware.ts");
    const given = ports.map((port) => JSON.stringify(port));
    child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), program, ...given], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [first] = (await once(child, "message")) as [FromHardware];
    if ("ports" in first) ports = first.ports;
    child.on("message", (message: FromHardware) => {
      if ("opened" in message) onOpened(message.opened, message.at);
    });
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    get ports() {
      return ports;
    },
    put(lane, trouble) {
      const order: ToHardware = { lane, trouble };
      if (child.connected) child.send(order);
    },
    async restart() {
      await stop();
      await start();
    },
    stop,
  };
}
