import { createServer } from "node:net";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { readVersion } from "../cli/environment.ts";
import { CliError, usageError } from "../cli/errors.ts";
import type { Person } from "../demo/people.ts";
import type { DemoFolder } from "../demo/stage.ts";

interface Options {
  rate: string;
  seed: string;
  keep?: true;
}

const HOST = "127.0.0.1";
const STOP_MS = 2000;
const EXIT_FATAL = 74;

/** `boothctl demo` */
export function demoCommand(): Command {
  const command = new Command("demo")
    .description("Runs a booth with simulated lanes and traffic, and prints its address and sign-ins.")
    .option("--rate <rate>", "how much faster than usual cars come, such as 10x", "1x")
    .option("--seed <number>", "which cars come; the same number, the same cars", "7")
    .option("--keep", "keep the booth in var/demo instead of a directory that goes with the demo")
    .action(act((cli, options: Options) => demo(cli, options)));
  return about(command, {
    examples: ["boothctl demo", "boothctl demo --rate 10x --seed 7", "boothctl demo --keep"],
    exits: [10],
  });
}

async function demo(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("The demo was not started.", "boothctl demo --help");
  const rate = numberOf(options.rate.replace(/x$/, ""), "--rate", 0.1, 100);
  const seed = Math.floor(numberOf(options.seed, "--seed", 0, 2 ** 32 - 1));
  const port = Math.floor(numberOf(process.env.PORT || "8080", "PORT", 0, 65_535));
  await assertFree(port);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => stop.abort());
  const { openFolder } = await import("../demo/stage.ts");
  const folder = openFolder(options.keep ?? false);
  try {
    await play(cli, { folder, port, rate, seed, signal: stop.signal });
  } finally {
    folder.clear();
  }
  process.exit(0);
}

interface Play {
  folder: DemoFolder;
  port: number;
  rate: number;
  seed: number;
  signal: AbortSignal;
}

async function play(cli: Cli, { folder, port, rate, seed, signal }: Play): Promise<void> {
  const [{ setStage }, { planTraffic }, { withSubscribers }, { seatPeople }, { runTraffic }] = await Promise.all([
    import("../demo/stage.ts"),
    import("../demo/plan.ts"),
    import("../demo/subscribers.ts"),
    import("../demo/people.ts"),
    import("../demo/traffic.ts"),
  ]);
  const daemon = await start(cli, folder, port);
  try {
    const cars = planTraffic(seed);
    const next = () => cars.next().value;
    const { openPasswords } = await import("../../common/node/passwords.ts");
    const [inside, people] = await Promise.all([
      setStage(daemon.booth, next),
      seatPeople(daemon.booth, openPasswords()),
    ]);
    if (!signal.aborted) announce(cli, daemon.url, people, folder);
    const coming = withSubscribers(next);
    await runTraffic({ booth: daemon.booth, url: daemon.url, inside, next: coming, rate, signal });
  } finally {
    // A stop that hangs must not keep the terminal.
    const last = setTimeout(() => process.exit(1), STOP_MS);
    await daemon.stop();
    clearTimeout(last);
  }
}

async function start(cli: Cli, folder: DemoFolder, port: number) {
  const [{ startDaemon }, { openLog }, { systemClock }, { readBoothSettings }] = await Promise.all([
    import("../../daemon/main.ts"),
    import("../../common/node/log.ts"),
    import("../../common/node/clock.ts"),
    import("../../daemon/settings.ts"),
  ]);
  const env = {
    ...folder.keys,
    HOST,
    PORT: String(port),
    DATA_DIR: folder.path,
    BOOTH_ID: folder.environment.BOOTH_ID,
    // Plain http, on this host alone.
    COOKIE_SECURE: "0",
    LOG_LEVEL: cli.verbose ? "info" : "warn",
    LOG_FORMAT: "text",
  };
  const { config, secrets } = readBoothSettings(env, { version: readVersion().text, demo: true });
  const log = openLog(config.log);
  const onFatal = (error: unknown) => {
    log.fatal({ err: error }, "it is not known what reached the disk");
    process.exit(EXIT_FATAL);
  };
  return startDaemon({ config, secrets, clock: systemClock, log, onFatal });
}

/** The address and the sign-ins: on stdout, and nowhere else. */
function announce(cli: Cli, url: string, people: readonly Person[], { path, environment }: DemoFolder): void {
  const { bold, dim } = cli.paint;
  const isKept = path.endsWith("var/demo");
  const rows = people.map(
    ({ username, password, about: what }) => `    ${username.padEnd(10)}${bold(password.padEnd(24))}${dim(what)}`,
  );
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  const lines = [
    "",
    `  Parking booth demo, Harbour Street: ${bold(url)}`,
    "",
    "  Sign in as",
    ...rows,
    "",
    "  Open a shift; the first car drives up to the exit in a few seconds and waits for you to take the money.",
    "  To use boothctl beside it, type this in another terminal; then bin/boothctl ledger verify proves its ledger:",
    `  export ${settings.join(" ")}`,
    `  Ctrl+C ends the demo${isKept ? "; its data stays." : " and removes its data."}`,
    "",
  ];
  cli.print({ url, people, dataDir: path, environment }, () => lines.join("\n"));
}

/** As a shell reads it: between quotation marks where it is not plain. */
const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function numberOf(text: string, name: string, low: number, high: number): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= low && number <= high)) throw usageError(`${name} is a number from ${low} to ${high}.`);
  return number;
}

/** Says so before anything is made when the port is taken. */
function assertFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      const hint = `PORT=${port === 8080 ? 8081 : 8080} npm start`;
      reject(
        isTaken
          ? new CliError(10, "address_in_use", `Port ${port} is taken by another program on this host.`, { hint })
          : error,
      );
    });
    probe.listen(port, HOST, () => probe.close(() => resolve()));
  });
}
