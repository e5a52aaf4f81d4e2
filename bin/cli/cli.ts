import type { Command } from "commander";
import { openPaint, type Paint } from "./text.ts";

/** The global options as they were given. */
export interface Globals {
  dataDir?: string;
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  color: boolean;
  input: boolean;
}

/** What a command is handed besides its arguments: how it was called, and how it answers. */
export interface Cli {
  readonly dataDir: string | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
  /** Whether somebody sits there who can be asked. */
  readonly interactive: boolean;
  readonly paint: Paint;
  /** The command's words, such as `boothctl users create`. */
  readonly commandLine: string;
  /** The second and third line of an error, unless the error has its own. */
  readonly lines: Readonly<{ unchanged: string; hint: string }>;
  /** Says what is left as it was, and what to try, should something be refused from here on. */
  whenRefused(unchanged: string, hint: string): void;
  /** The answer, on stdout: as text, or with --json as one JSON value. */
  print(value: unknown, text: () => string): void;
  /** A remark, on stderr; not with --quiet or --json. */
  say(message: string): void;
  /** The process's exit code, should it end without an error. */
  exit(code: number): void;
}

/** Opens the command line for one command. */
export function openCli(command: Command): Cli {
  const globals = command.optsWithGlobals<Globals>();
  const commandLine = callOf(command);
  const quiet = globals.quiet ?? false;
  const json = globals.json ?? false;
  let lines = { unchanged: "Nothing was changed.", hint: `${commandLine} --help` };
  return {
    dataDir: globals.dataDir,
    json,
    verbose: globals.verbose ?? false,
    interactive: globals.input && process.stdin.isTTY === true && process.stderr.isTTY === true,
    paint: openPaint(globals.color, process.env),
    commandLine,
    get lines() {
      return lines;
    },
    whenRefused(unchanged, hint) {
      lines = { unchanged, hint };
    },
    print(value, text) {
      const written = json ? JSON.stringify(value, null, 2) : text();
      if (written !== "") process.stdout.write(`${written}\n`);
    },
    say(message) {
      if (!quiet && !json) process.stderr.write(`${message}\n`);
    },
    exit(code) {
      process.exitCode = code;
    },
  };
}

/** The words that call a command. */
export function callOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  return names.join(" ");
}

/** An error together with the command line that it happened on. */
export class Failure extends Error {
  override readonly cause: unknown;
  readonly cli: Cli;

  constructor(cause: unknown, cli: Cli) {
    super("a command failed");
    this.cause = cause;
    this.cli = cli;
  }
}

/** Makes a command's action of a function: it is handed the command line, then the arguments, then the options. */
export function act<A extends unknown[]>(run: (cli: Cli, ...args: A) => Promise<void> | void) {
  return async (...given: unknown[]): Promise<void> => {
    const cli = openCli(given.at(-1) as Command);
    try {
      await run(cli, ...(given.slice(0, -1) as A));
    } catch (error) {
      throw new Failure(error, cli);
    }
  };
}
