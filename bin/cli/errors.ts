import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { BoothError, type ErrorDetail } from "../../common/errors.ts";
import type { Cli } from "./cli.ts";
import { EXIT_OF_ERROR, EXIT_OF_REFUSAL, EXIT_OF_SYSTEM, type ExitCode } from "./exit-codes.ts";
import { CALLED_BY_ROOT, typedLine } from "./typed.ts";

/** An error of the command line itself, with its second and third line where they differ from the usual ones. */
export class CliError extends Error {
  readonly exit: ExitCode;
  readonly code: string;
  readonly more: ErrorLines;

  constructor(exit: ExitCode, code: string, message: string, more: ErrorLines = {}) {
    super(message);
    this.name = "CliError";
    this.exit = exit;
    this.code = code;
    this.more = more;
  }
}

export interface ErrorLines {
  /** What was left as it was: a sentence. */
  unchanged?: string;
  /** The next command to try. */
  hint?: string;
  /** Further lines under the hint, such as `Fields: …`. */
  notes?: readonly string[];
}

/** Wrong usage: exit 2. */
export function usageError(message: string, more: ErrorLines = {}): CliError {
  return new CliError(2, "usage", message, more);
}

/** An error as it is told: three lines, or one JSON object. */
export interface Report {
  exit: ExitCode;
  code: string;
  message: string;
  unchanged: string;
  hint: string;
  notes: readonly string[];
  details: readonly ErrorDetail[];
  /** By which the daemon's log has what was asked; null where the daemon was not. */
  requestId: string | null;
}

/** What an error says to the person who typed the command; what is unknown is a bug and keeps its stack for `-v`. */
export function reportOf(error: unknown, cli: Cli): Report {
  const usual = { ...cli.lines, notes: [], details: [], requestId: requestIdOf(error) };
  if (error instanceof CliError)
    return { ...usual, ...error.more, exit: error.exit, code: error.code, message: error.message };
  if (error instanceof BoothError) {
    const details = error.extras.details ?? [];
    return { ...usual, exit: EXIT_OF_REFUSAL[error.code], code: error.code, message: sentence(error.message), details };
  }
  if (!(error instanceof Error)) return { ...usual, exit: 1, code: "internal", message: String(error) };
  const named = EXIT_OF_ERROR[error.name];
  if (named) return { ...usual, ...named, ...ownFix(error), message: sentence(error.message) };
  const code = "code" in error ? String(error.code) : "";
  const known = Object.entries(EXIT_OF_SYSTEM).find(
    ([name]) => code === name || (name.startsWith("SQLITE_") && code.startsWith(`${name}_`)),
  );
  if (known) return { ...usual, ...rootHint(known[1].exit), ...known[1], message: systemSentence(code, error) };
  return {
    ...usual,
    exit: 1,
    code: "internal",
    message: `This is a fault of the program: ${error.message}`,
    hint: `${cli.commandLine} -v`,
  };
}

/** The hint of an error that knows what to do about it. */
const ownFix = (error: Error) => ("fix" in error && typeof error.fix === "string" ? { hint: error.fix } : {});

/** What this user may not do, root may. */
const rootHint = (exit: ExitCode) => (exit === 5 && !CALLED_BY_ROOT ? { hint: `sudo ${typedLine()}` } : {});

function requestIdOf(error: unknown): string | null {
  const id = error instanceof Error && "requestId" in error ? error.requestId : null;
  return typeof id === "string" ? id : null;
}

/** Root has taken on the owner of the data by the time it meets this. */
const DENIED = CALLED_BY_ROOT ? "The owner of the data may not read or write" : "You may not read or write";

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ENOENT: "There is no file",
  EISDIR: "This is a folder, not a file:",
  ENOTDIR: "There is no file",
  EEXIST: "A file is in the way:",
  ENOTEMPTY: "A folder is in the way:",
  ENOSPC: "The disk is full:",
  EROFS: "The disk can only be read:",
  EBUSY: "The system holds on to",
  EXDEV: "This is on another disk:",
  EACCES: DENIED,
  EPERM: DENIED,
  EADDRINUSE: "Another program listens on",
  EADDRNOTAVAIL: "This host has no address",
};

function systemSentence(code: string, error: Error): string {
  const { path, dest, address, port } = error as Error & Partial<Record<"path" | "dest" | "address" | "port", string>>;
  // Of two files it is the one that is written that is in trouble, unless the other is missing.
  const file = code === "ENOENT" ? path : (dest ?? path);
  const what = file === undefined ? address && `${address}:${port}` : asNamed(file);
  const words = SYSTEM_WORDS[code];
  // A write that was begun before the disk was full names no file.
  if (words !== undefined && what === undefined) return `${words.replace(/:$/, "")} (${error.message}).`;
  if (words === undefined || what === undefined) return `The database could not be used: ${error.message} (${code}).`;
  const folder = dirname(what);
  if (code === "ENOENT" && !existsSync(folder)) return `There is no directory ${folder}.`;
  return `${words} ${what}.`;
}

/** The file that was asked for, where a temporary one beside it was to be written first. */
const asNamed = (path: string) => path.replace(/\.\d+\.tmp$/, "");

/** A message of the program as a sentence. A file that it begins with keeps its name. */
export function sentence(message: string): string {
  const isFile = /^\S*[./]\w/.test(message);
  const upper = isFile ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?:)]$|\n/.test(upper) ? upper : `${upper}.`;
}

/** Tells an error on stderr and answers the exit code. */
export function tellError(error: unknown, cli: Cli): ExitCode {
  const report = reportOf(error, cli);
  const { code, message, hint, details, exit, requestId } = report;
  if (cli.json) {
    const found = details.length > 0 ? { details } : {};
    const body = {
      apiVersion: "boothctl/v1",
      kind: "Error",
      code,
      message,
      unchanged: report.unchanged,
      hint,
      ...found,
      exit,
      ...(requestId === null ? {} : { requestId }),
    };
    process.stderr.write(`${JSON.stringify(body)}\n`);
  } else {
    process.stderr.write(`${linesOf(report, cli).join("\n")}\n`);
  }
  const isBug = exit === 1 && error instanceof Error && !(error instanceof CliError || error instanceof BoothError);
  if (cli.verbose && isBug) process.stderr.write(`${error.stack ?? ""}\n`);
  return exit;
}

function linesOf({ code, message, unchanged, hint, notes, details, requestId }: Report, cli: Cli): string[] {
  const several = details.length > 1 ? details.map(({ path, message: what }) => `    ${path}: ${what}`) : [];
  // People need it where support does; otherwise the sentence is all there is to know.
  const wanted = requestId !== null && (code === "internal" || cli.verbose) ? [`Request: ${requestId}`] : [];
  const tail = [`  ${unchanged}`, `  Try: ${hint}`, ...[...notes, ...wanted].map((note) => `  ${note}`)];
  return [`${cli.paint.red("✗")} ${message}`, ...several, ...tail];
}
