import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";

/** What the help of a command shows beyond its arguments and options. */
export interface About {
  /** Command lines that work as they stand; a test runs every one, in the order of the tree. */
  examples: readonly string[];
  /** The exit codes that tell something here, besides 0, 1 and 2. */
  exits?: readonly ExitCode[];
}

const known = new WeakMap<Command, About>();

/** Gives a command its examples; answers the command. */
export function about(command: Command, what: About): Command {
  known.set(command, what);
  return command;
}

/** What was told about a command. A noun has no examples of its own: it shows those of its verbs. */
export function aboutOf(command: Command): About {
  const own = known.get(command);
  if (own) return own;
  return { examples: command.commands.flatMap((verb) => known.get(verb)?.examples.slice(0, 1) ?? []) };
}

/** The commands below one that people are shown; what only a program calls is not among them. */
export function verbsOf(command: Command): readonly Command[] {
  const shown = command.createHelp().visibleCommands(command);
  return command.commands.filter((verb) => shown.includes(verb));
}
