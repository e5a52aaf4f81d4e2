import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FromHardware, LanePorts, ToHardware, Trouble } from "./lane-hardware.ts";

/** The hardware of some lanes, in a process of its own that can be killed and started again on the same ports. */
export interface HardwareProcess {
  readonly ports: readonly LanePorts[];
  put(lane: string, trouble: Trouble): void;
  /** Somebody holds a card out; resolves with when the reader sent it on, null where it never did. */
  holdOut(lane: string, card: string): Promise<number | null>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface HardwareEvents {
  /** The relay of a lane went on. */
  onOpened(lane: string, at: number): void;
  /** A printer cut a paper off. */
  onPaper(text: string): void;
}

/** Starts it. */
export async function startHardware(lanes: readonly string[], events: HardwareEvents): Promise<HardwareProcess> {
  let ports: readonly LanePorts[] = lanes.map((lane) => ({ lane, relay: 0, camera: 0, reader: 0, printer: 0 }));
  let child: ChildProcess;
  let holds = 0;
  const held = new Map<number, (at: number | null) => void>();
  const take = (message: FromHardware) => {
    if ("opened" in message) events.onOpened(message.opened, message.at);
    if ("paper" in message) events.onPaper(message.paper);
    if ("held" in message) settle(message.held, message.at);
  };
  const settle = (id: number, at: number | null) => {
    held.get(id)?.(at);
    held.delete(id);
  };
  // One that was just killed takes nothing any more; whoever waits for its answer is told when it has ended.
  const send = (order: ToHardware) => {
    if (child.connected) child.send(order, () => {});
  };
  const start = async () => {
    const program = join(import.meta.dirname, "lane-hardware.ts");
    const given = ports.map((port) => JSON.stringify(port));
    child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), program, ...given], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const own = child;
    ports = await new Promise<readonly LanePorts[]>((resolve) => {
      own.on("message", (message: FromHardware) => ("ports" in message ? resolve(message.ports) : take(message)));
    });
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // What it said last may come after its end.
    const ended = Promise.all([once(child, "exit"), child.connected && once(child, "disconnect")]);
    child.kill("SIGKILL");
    await ended;
    for (const id of [...held.keys()]) settle(id, null);
  };
  await start();
  return {
    get ports() {
      return ports;
    },
    put: (lane, trouble) => send({ lane, trouble }),
    holdOut(lane, card) {
      const id = ++holds;
      return new Promise((resolve) => {
        held.set(id, resolve);
        if (!child.connected) settle(id, null);
        else send({ lane, card, held: id });
      });
    },
    async restart() {
      await stop();
      await start();
    },
    stop,
  };
}
