import { CommanderError } from "commander";
import { Failure, openCli } from "./cli/cli.ts";
import { sentence, tellError, usageError } from "./cli/errors.ts";
import { createProgram } from "./program.ts";

/** What commander throws: help that was asked for, or wrong usage. */
function fromCommander(error: CommanderError): unknown {
  if (error.exitCode === 0) return null;
  if (error.code === "commander.help") return usageError("This needs a verb.");
  return usageError(sentence(error.message.replace(/^error: /, "").replace(/\n?\(Did you mean/, " (Did you mean")));
}

async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  if (argv.length <= 2) return program.outputHelp();
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    const { cause, cli } = error instanceof Failure ? error : { cause: error, cli: openCli(program) };
    const told = cause instanceof CommanderError ? fromCommander(cause) : cause;
    if (told !== null) process.exitCode = tellError(told, cli);
  }
}

// A reader that went away, such as `head` or a terminal, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  process.exit(0);
});
// Remarks that nobody reads any more do not end the work they are about.
process.stderr.on("error", () => {});

// What a booth writes, keys and plates among it, is for its own user.
process.umask(0o077);
await main(process.argv);
