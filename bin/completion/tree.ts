import type { Command } from "commander";
import { verbsOf } from "../cli/about.ts";

/** What may stand after some words of a command line. */
export interface Node {
  /** The words, such as `boothctl ledger verify`, without the first. */
  path: string;
  verbs: Word[];
  flags: Word[];
  /** The words that an argument or a flag takes, by the flag's name; those of the first argument under the empty name. */
  choices: Record<string, readonly string[]>;
  /** Flags after which a value comes. */
  takesValue: string[];
}

export interface Word {
  name: string;
  about: string;
}

/**
 * Every command with what may follow it, in the order of the tree: made of the commands themselves, so that it is
 * complete. After `help` come its topics, and the words of every command again.
 */
export function nodesOf(program: Command, topics: readonly string[]): Node[] {
  const nodes = walk(program, "", program.options.flatMap(flagsOf));
  const verbs = verbsIn(program);
  const explained = nodes
    .filter((node) => node.path !== "" && node.verbs.length > 0)
    .map((node) => ({ path: `help ${node.path}`, verbs: node.verbs, flags: [], choices: {}, takesValue: [] }));
  const known = nodes.map((node) => (node.path === "help" ? { ...node, verbs, choices: { "": topics } } : node));
  return [...known, ...explained];
}

const verbsIn = (command: Command): Word[] =>
  verbsOf(command).map((verb) => ({ name: verb.name(), about: verb.description() }));

function walk(command: Command, path: string, globals: readonly Word[]): Node[] {
  const own = command.parent === null ? [] : command.options.flatMap(flagsOf);
  const options = [...command.options, ...(command.parent ? rootOf(command).options : [])];
  const values = options.filter((option) => option.required || option.optional);
  const named = values.map((option) => [option.long ?? "", option.argChoices ?? []] as const);
  const first = command.registeredArguments[0]?.argChoices ?? [];
  const node: Node = {
    path,
    verbs: verbsIn(command),
    flags: [...own, ...globals, { name: "--help", about: "how to call it" }],
    choices: Object.fromEntries([...named, ["", first] as const].filter(([, choices]) => choices.length > 0)),
    takesValue: values.flatMap(({ long, short }) => [long, short].filter((flag) => flag !== undefined)),
  };
  const below = verbsOf(command).flatMap((verb) =>
    walk(verb, path === "" ? verb.name() : `${path} ${verb.name()}`, globals),
  );
  return [node, ...below];
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

function flagsOf({ long, description }: { long?: string | undefined; description: string }): Word[] {
  return long === undefined ? [] : [{ name: long, about: description }];
}
