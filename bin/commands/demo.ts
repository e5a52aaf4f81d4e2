import { createServer } from "node:net";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { readVersion } from "../cli/environment.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { shellWord } from "../cli/text.ts";
import type { DemoCollector } from "../demo/collector.ts";
import type { Person } from "../demo/people.ts";
import type { DemoFolder } from "../demo/stage.ts";

interface Options {
  rate: string;
  seed: string;
  keep?: true;
}

const HOST = "127.0.0.1";
const PORTS = { PORT: 8080, COLLECTOR_PORT: 8090 } as const;

/** `boothctl demo` */
export function demoCommand(): Command {
  const command = new Command("demo")
    .description(
      "Runs a booth with simulated lanes and traffic beside a review collector; prints addresses and sign-ins.",
    )
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
  const port = portOf("PORT", PORTS.PORT);
  // Who takes any free port for the booth has another demo beside this one.
  const collectorPort = portOf("COLLECTOR_PORT", port === 0 ? 0 : PORTS.COLLECTOR_PORT);
  if (port === collectorPort && port !== 0) throw usageError("PORT and COLLECTOR_PORT are two ports.");
  await assertFree("PORT", port);
  await assertFree("COLLECTOR_PORT", collectorPort);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => stop.abort());
  const [{ openFolder }, { play }] = await Promise.all([import("../demo/stage.ts"), import("../demo/play.ts")]);
  const folder = await openFolder(options.keep ?? false);
  const { signal } = stop;
  try {
    await play({
      ...{ folder, port, collectorPort, rate, seed, signal },
      version: readVersion().text,
      logLevel: cli.verbose ? "info" : "warn",
      onReady: (url, people, collector) => announce(cli, url, people, folder, collector),
    });
  } finally {
    folder.clear();
  }
  process.exit(0);
}

/** The addresses and the sign-ins: on stdout, and nowhere else. */
function announce(
  cli: Cli,
  url: string,
  people: readonly Person[],
  { path, papers, environment: own }: DemoFolder,
  collector: DemoCollector,
): void {
  const { bold, dim } = cli.paint;
  const isKept = path.endsWith("var/demo");
  const row = ({ username, password, about: what }: Person) =>
    `    ${username.padEnd(10)}${bold(password.padEnd(24))}${dim(what)}`;
  const environment = { ...own, ...collector.environment };
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${shellWord(value)}`);
  const lines = [
    "",
    `  Parking booth demo, Harbour Street: ${bold(url)}`,
    "",
    "  Sign in as",
    ...people.map(row),
    "",
    `  Review collector, where pictures of its cars arrive to be labelled: ${bold(collector.url)}`,
    "",
    row(collector.reviewer),
    "",
    "  Open a shift; the first car drives up to the exit in a few seconds and waits for you to take the money.",
    `  What the exit's printer prints lies as text in ${papers}`,
    "  To use boothctl beside it, type this in another terminal; then bin/boothctl ledger verify proves its ledger:",
    `  export ${settings.join(" ")}`,
    `  Ctrl+C ends the demo${isKept ? "; its data stays." : " and removes its data."}`,
    "",
  ];
  const { reviewer, dataDir } = collector;
  const told = {
    url,
    people,
    dataDir: path,
    papers,
    environment,
    collector: { url: collector.url, reviewer, dataDir },
  };
  cli.print(told, () => lines.join("\n"));
}

function portOf(name: keyof typeof PORTS, usual: number): number {
  return Math.floor(numberOf(process.env[name] || String(usual), name, 0, 65_535));
}

function numberOf(text: string, name: string, low: number, high: number): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= low && number <= high)) throw usageError(`${name} is a number from ${low} to ${high}.`);
  return number;
}

/** Says so before anything is made when the port is taken. */
function assertFree(name: keyof typeof PORTS, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      const hint = `${name}=${port === PORTS[name] ? port + 1 : PORTS[name]} npm start`;
      reject(
        isTaken
          ? new CliError(10, "address_in_use", `Port ${port} is taken by another program on this host.`, { hint })
          : error,
      );
    });
    probe.listen(port, HOST, () => probe.close(() => resolve()));
  });
}
