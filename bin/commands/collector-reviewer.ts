import { resolve } from "node:path";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { environmentOf } from "../cli/environment.ts";
import { usageError } from "../cli/errors.ts";
import { isStdout } from "../cli/output.ts";
import { withPasswordOptions } from "../cli/password-options.ts";
import { type PasswordSource, readPassword } from "../cli/prompt.ts";

/** bcrypt reads no further. */
const MOST_BYTES = 72;

interface Options extends PasswordSource {
  output?: string;
}

/** `boothctl collector reviewer …` */
export function reviewerCommand(): Command {
  const reviewer = new Command("reviewer").description("The one sign-in of the people who label crops.");
  reviewer.addCommand(setPassword());
  return reviewer;
}

function setPassword(): Command {
  const command = withPasswordOptions(
    new Command("set-password")
      .description("Makes a REVIEWER_LOGIN of a name and a password, and prints it or writes it to a file.")
      .argument("[name]", "the name to sign in with", "reviewer")
      .option("-o, --output <file>", "a file for REVIEWER_LOGIN_FILE to name"),
  ).action(act((cli, name: string, options: Options) => makeLogin(cli, name, options)));
  return about(command, {
    examples: [
      "boothctl collector reviewer set-password --password-stdin",
      "boothctl collector reviewer set-password maria --password-stdin -o reviewer-login",
    ],
  });
}

async function makeLogin(cli: Cli, name: string, options: Options): Promise<void> {
  cli.whenRefused("No sign-in was made.", "boothctl collector reviewer set-password --help");
  const { REVIEWER_NAME } = await import("../../collector/settings.ts");
  if (!REVIEWER_NAME.test(name))
    throw usageError("The name has 1 to 64 characters, and neither a colon nor a space nor a quotation mark.");
  const password = await readPassword(cli, options, name);
  const bytes = Buffer.byteLength(password.normalize("NFKC"));
  if (bytes < 1 || bytes > MOST_BYTES) throw usageError(`The password has 1 to ${MOST_BYTES} bytes.`);
  const { openPasswords } = await import("../../common/node/passwords.ts");
  const login = `${name}:${await openPasswords().hash(password)}`;
  if (isStdout(options.output)) {
    // In quotation marks, because a shell would take the dollars for names.
    cli.print({ name, login }, () => `REVIEWER_LOGIN='${login}'`);
    return;
  }
  const { replaceDurably } = await import("../../common/node/durable-file.ts");
  replaceDurably(options.output, `${login}\n`);
  cli.print({ name, file: options.output }, () => "");
  const { REVIEWER_LOGIN_FILE: named = "" } = await environmentOf(cli);
  const isNamed = resolve(named) === resolve(options.output);
  const next = isNamed ? "" : "set REVIEWER_LOGIN_FILE to it and ";
  cli.say(`The sign-in of ${name} is in ${options.output}: ${next}start the collector again.`);
}
