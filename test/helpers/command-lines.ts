import assert from "node:assert/strict";
import type { Command } from "commander";
import { Failure } from "../../bin/cli/cli.ts";
import { createProgram } from "../../bin/program.ts";

/** What a host has besides boothctl, and the doctor may name. */
const OF_THE_HOST =
  /^(chmod|curl|du|findmnt|journalctl|mount|openssl|sort|systemctl|tail|timedatectl) [-\w./:=,@' <>]+$|^tail$/;

/** Fails unless a line is commands that work as they stand: those of boothctl are read by its own tree, and not run. */
export async function assertCommands(line: string): Promise<void> {
  for (const command of line.split(/ && | \| /)) {
    const words = command.replace(/^sudo /, "").split(" ");
    if (words[0] === "boothctl") await parse(words.slice(1), line);
    else assert.match(command, OF_THE_HOST, line);
  }
}

async function parse(words: readonly string[], line: string): Promise<void> {
  const program = createProgram();
  const ran: string[] = [];
  silence(program, ran);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    // Help that is asked for, and told, fails with nothing.
    if (!(error instanceof Failure) || error.cause !== null) throw new Error(line, { cause: error });
    ran.push("help");
  }
  assert.equal(ran.length, 1, `${line}: no command`);
}

/** Of every command only what it takes is left. */
function silence(command: Command, ran: string[]): void {
  command.configureOutput({ writeOut() {}, writeErr() {} });
  // A word that is filled in when it is told may be any here.
  for (const argument of command.registeredArguments) argument.argParser((word) => word);
  if (command.commands.length === 0) command.action(() => void ran.push(command.name()));
  for (const verb of command.commands) silence(verb, ran);
}
