import type { Command } from "commander";

/** Adds the two ways a password can come without being asked for. */
export function withPasswordOptions(command: Command): Command {
  return command
    .option("--password-stdin", "read the password from stdin")
    .option("--password-file <path>", "read the password from a file");
}
