import { Failure, openCli } from "./cli/cli.ts";
import { tellError } from "./cli/errors.ts";
import { orNeedsRights } from "./cli/rights.ts";
import { sideOf } from "./cli/side.ts";
import { createProgram } from "./program.ts";

async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  if (argv.length <= 2) return program.outputHelp();
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    const { cause, cli } = error instanceof Failure ? error : { cause: error, cli: openCli(program) };
    if (cause !== null) process.exitCode = tellError(orNeedsRights(sideOf(cli), cause), cli);
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
