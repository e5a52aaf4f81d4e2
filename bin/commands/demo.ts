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
  const [{ openFolder }, { play }] = await Promise.all([import("../demo/stage.ts"), import("../demo/play.ts")]);
  const folder = openFolder(options.keep ?? false);
  const { signal } = stop;
  try {
    await play({
      ...{ folder, port, rate, seed, signal },
      version: readVersion().text,
      logLevel: cli.verbose ? "info" : "warn",
      onReady: (url, people) => announce(cli, url, people, folder),
    });
  } finally {
    folder.clear();
  }
  process.exit(0);
}

/** The address and the sign-ins: on stdout, and nowhere else. */
function announce(cli: Cli, url: string, people: readonly Person[], { path, papers, environment }: DemoFolder): void {
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
    `  What the exit's printer prints lies as text in ${papers}`,
    "  To use boothctl beside it, type this in another terminal; then bin/boothctl ledger verify proves its ledger:",
    `  export ${settings.join(" ")}`,
    `  Ctrl+C ends the demo${isKept ? "; its data stays." : " and removes its data."}`,
    "",
  ];
  cli.print({ url, people, dataDir: path, papers, environment }, () => lines.join("\n"));
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
