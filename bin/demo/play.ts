import { systemClock } from "../../common/node/clock.ts";
import { type LogSettings, openLog } from "../../common/node/log.ts";
import { openPasswords } from "../../common/node/passwords.ts";
import { type Daemon, startDaemon } from "../../daemon/main.ts";
import { readBoothSettings } from "../../daemon/settings.ts";
import { programFacts } from "../cli/environment.ts";
import { type DemoCollector, startCollector } from "./collector.ts";
import { startHardware } from "./hardware.ts";
import { type Person, seatPeople } from "./people.ts";
import { planTraffic } from "./plan.ts";
import { assignHardware, type DemoFolder, setStage } from "./stage.ts";
import { withSubscribers } from "./subscribers.ts";
import { runTraffic } from "./traffic.ts";

const HOST = "127.0.0.1";
const STOP_MS = 2000;
const EXIT_FATAL = 74;

export interface Play {
  folder: DemoFolder;
  /** Where the booth listens on loopback; 0 takes a free one. */
  port: number;
  /** Where the review collector does, likewise. */
  collectorPort: number;
  rate: number;
  seed: number;
  version: string;
  logLevel: LogSettings["level"];
  /** Ends the demo. */
  signal: AbortSignal;
  /** Called once people can sign in. */
  onReady(url: string, people: readonly Person[], collector: DemoCollector): void;
}

/** Runs the demo until the signal: the lanes' hardware, the review collector, the booth, and traffic before them. What was started last stops first. */
export async function play({ folder, collectorPort, rate, seed, signal, onReady, ...booth }: Play): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const hardware = await startHardware(folder.path, folder.papers);
    stops.push(hardware.stop);
    const { version, logLevel } = booth;
    const log = { level: logLevel, format: "text" } as const;
    const collector = await startCollector(folder, { host: HOST, port: collectorPort, log, version });
    stops.push(collector.stop);
    const daemon = await startBooth(folder, collector, booth);
    stops.push(daemon.stop);
    hardware.keepPorts();
    const cars = planTraffic(seed);
    const next = () => cars.next().value;
    const [inside, people] = await Promise.all([
      setStage(daemon.booth, next),
      seatPeople(daemon.booth, openPasswords()),
    ]);
    // When all that takes the processor is done: a device that is not heard is taken for one that does not answer.
    await assignHardware(daemon.booth, hardware);
    if (!signal.aborted) onReady(daemon.url, people, collector);
    const coming = withSubscribers(next);
    await runTraffic({ booth: daemon.booth, url: daemon.url, hardware, inside, next: coming, rate, signal });
  } finally {
    // A stop that hangs must not keep the terminal.
    const last = setTimeout(() => process.exit(1), STOP_MS);
    for (const stop of stops.reverse()) await stop();
    clearTimeout(last);
  }
}

function startBooth(
  folder: DemoFolder,
  collector: DemoCollector,
  { port, logLevel }: Pick<Play, "port" | "logLevel">,
): Promise<Daemon> {
  const env = {
    ...folder.keys,
    ...collector.booth,
    HOST,
    PORT: String(port),
    DATA_DIR: folder.path,
    BOOTH_ID: folder.environment.BOOTH_ID,
    // Plain http, on this host alone.
    COOKIE_SECURE: "0",
    LOG_LEVEL: logLevel,
    LOG_FORMAT: "text",
  };
  const { config, secrets } = readBoothSettings(env, { ...programFacts(), demo: true });
  const log = openLog(config.log);
  const onFatal = (error: unknown) => {
    log.fatal({ err: error }, "it is not known what reached the disk");
    process.exit(EXIT_FATAL);
  };
  return startDaemon({ config, secrets, clock: systemClock, log, onFatal });
}
