import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../../common/node/durable-file.ts";
import { type LaneHardware, type LanePorts, startLaneHardware } from "./hardware/lane.ts";
import { openPaperTray } from "./hardware/paper-tray.ts";
import { pictureOf } from "./picture.ts";

/** The demo's hardware: an entry and an exit, with another kind of reader and camera at each. */
export interface DemoHardware {
  entry: LaneHardware;
  exit: LaneHardware;
  /** Keeps the ports beside the demo's data, for a kept booth to find its devices where they were. */
  keepPorts(): void;
  stop(): Promise<void>;
}

type Ports = Record<"entry" | "exit", LanePorts>;

const NOON = 12;
const ANY: LanePorts = { access: 0, reader: 0, camera: 0, printer: 0 };

/** Starts it, at the ports it had before where the demo was kept in `path`; what is printed goes to `papers`. */
export async function startHardware(path: string, papers: string): Promise<DemoHardware> {
  const file = join(path, "demo-ports.json");
  const ports = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Ports) : { entry: ANY, exit: ANY };
  const onPaper = openPaperTray(papers);
  const jpeg = pictureOf(null, NOON);
  const [entry, exit] = await Promise.all([
    startLaneHardware(ports.entry, { reader: "wiegand", camera: "camera-http", jpeg }),
    startLaneHardware(ports.exit, { reader: "tcp-ip", camera: "camera-onvif", jpeg, onPaper }),
  ]);
  return {
    entry,
    exit,
    keepPorts: () => writeDurably(file, JSON.stringify({ entry: entry.ports, exit: exit.ports })),
    async stop() {
      await Promise.all([entry.close(), exit.close()]);
    },
  };
}
