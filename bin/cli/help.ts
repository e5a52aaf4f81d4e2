import type { Command, Help, Option } from "commander";
import { aboutOf } from "./about.ts";
import { callOf } from "./cli.ts";
import { EXIT_CODES } from "./exit-codes.ts";

const INDENT = "  ";

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => (INDENT + line).trimEnd()), ""];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => `${term.padEnd(width)}  ${text}`);
}

const optionRows = (options: readonly Option[], help: Help) =>
  options.map((option) => [help.optionTerm(option), help.optionDescription(option)] as const);

/** One sentence, examples, arguments, options, exit codes, where to read on. */
export function formatHelp(command: Command, help: Help): string {
  const { examples, exits = [] } = aboutOf(command);
  const isRoot = command.parent === null;
  const verbs = help
    .visibleCommands(command)
    .map((verb) => [help.subcommandTerm(verb).replace(/ \[options\]/, ""), verb.description()] as const);
  const globals = isRoot ? help.visibleOptions(command) : help.visibleGlobalOptions(command);
  const codes = EXIT_CODES.filter(({ code }) => code <= 2 || exits.includes(code)).map(
    ({ code, meaning }) => [String(code), meaning] as const,
  );
  const lines = [
    command.description(),
    "",
    ...section("Examples", examples),
    ...section("Usage", [`${callOf(command)} ${command.usage()}`]),
    ...section(
      "Arguments",
      columns(
        help
          .visibleArguments(command)
          .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
      ),
    ),
    ...section(isRoot ? "Commands" : "Verbs", columns(verbs)),
    ...(isRoot ? [] : section("Options", columns(optionRows(help.visibleOptions(command), help)))),
    ...section("Global options", columns(optionRows(globals, help))),
    ...(verbs.length > 0 ? [] : section("Exit codes", columns(codes))),
    "More: boothctl help exit-codes, boothctl help environment, boothctl help json",
    "",
  ];
  return lines.join("\n");
}
