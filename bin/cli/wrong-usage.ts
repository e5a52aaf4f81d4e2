import type { Command, CommanderError } from "commander";
import { verbsOf } from "./about.ts";
import { type CliError, sentence, usageError } from "./errors.ts";
import { nearest } from "./suggest.ts";

/** What commander refuses, as wrong usage with what was probably meant; null for help that was asked for. */
export function wrongUsage(error: CommanderError, command: Command): CliError | null {
  if (error.exitCode === 0) return null;
  if (error.code === "commander.help") return usageError("This needs a verb.");
  if (error.code === "commander.unknownCommand") {
    const [word = ""] = command.args;
    return unknown("command", word, namesOf(command));
  }
  // Commander misses what is required before it looks at what it does not know, which is mostly the same mistyped.
  const flag = command.args.find((word) => /^--?[a-z]/.test(word))?.replace(/=.*$/, "");
  const mayBeTypo = ["commander.unknownOption", "commander.missingMandatoryOptionValue"].includes(error.code);
  if (mayBeTypo && flag !== undefined) return unknown("option", flag, flagsOf(command));
  return usageError(sentence(error.message.replace(/^error: /, "")));
}

/** The refusal of a word, with the one of those there are that was probably meant. */
export function unknown(what: string, word: string, words: readonly string[], hint?: string): CliError {
  const meant = nearest(word, words);
  const message = `Unknown ${what} '${word}'.${meant === null ? "" : ` Did you mean ${meant}?`}`;
  return usageError(message, hint === undefined ? {} : { hint });
}

/** The verbs of a command by name. */
export const namesOf = (command: Command) => verbsOf(command).map((verb) => verb.name());

/** The options of a command and of all above it. */
function flagsOf(command: Command): string[] {
  const own = command.createHelp().visibleOptions(command);
  return [...own.flatMap(({ long }) => long ?? []), ...(command.parent ? flagsOf(command.parent) : [])];
}
