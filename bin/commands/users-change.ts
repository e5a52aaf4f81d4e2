import { Command, Option } from "commander";
import type { User, UserUpdate } from "../../common/api/auth.ts";
import { LANGUAGES } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, present } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";
import { withPasswordOptions } from "../cli/password-options.ts";
import { type PasswordSource, readPassword } from "../cli/prompt.ts";

const LIST = "boothctl users list";

/** `boothctl users set-password` */
export function setPassword(): Command {
  const command = withPasswordOptions(
    new Command("set-password")
      .description("Sets a password and ends the user's sign-ins.")
      .argument("<user>", "whose"),
  ).action(
    act(async (cli, username: string, source: PasswordSource) => {
      const refused = { unchanged: `The password of ${username} was not changed.` };
      cli.whenRefused(refused.unchanged, "boothctl users set-password --help");
      const password = await readPassword(cli, source, username);
      const { after } = await change(cli, username, { password }, refused);
      tell(cli, after, "has a new password");
    }),
  );
  return about(command, { examples: ["boothctl users set-password maria --password-stdin"], exits: [6] });
}

/** `boothctl users set-role` */
export function setRole(): Command {
  const command = new Command("set-role")
    .description("Gives a user another role; it holds from the user's next request on.")
    .argument("<user>", "whose")
    .argument("<role>", "the role's id")
    .action(
      act(async (cli, username: string, roleId: string) => {
        const refused = { unchanged: `${username} keeps the role as it was.`, hint: "boothctl roles list" };
        const { after } = await change(cli, username, { roleId }, refused);
        tell(cli, after, `has the role ${roleId}`);
      }),
    );
  return about(command, { examples: ["boothctl users set-role maria operator"], exits: [6, 7] });
}

/** `boothctl users set` */
export function set(): Command {
  const command = new Command("set")
    .description("Changes the name that people read, or the language.")
    .argument("<user>", "whose")
    .option("--name <name>", "the name people read")
    .addOption(new Option("--language <code>", "of the screens").choices(LANGUAGES))
    .action(
      act(async (cli, username: string, { name, language }: { name?: string; language?: string }) => {
        const refused = { unchanged: `${username} was not changed.` };
        const fields = present({ displayName: name, language });
        if (Object.keys(fields).length === 0)
          throw usageError("Nothing to set was named.", { ...refused, hint: "boothctl users set --help" });
        const { before, after } = await change(cli, username, fields, refused);
        tell(cli, after, JSON.stringify(before) === JSON.stringify(after) ? "is so already" : "was changed");
      }),
    );
  return about(command, { examples: ['boothctl users set maria --name "Maria Soler" --language de'], exits: [6] });
}

/** `boothctl users disable` */
export function disable(): Command {
  const command = new Command("disable")
    .description("Keeps a user from signing in, and ends the sign-ins there are.")
    .argument("<user>", "whom")
    .action(act((cli, username: string) => setDisabled(cli, username, true)));
  return about(command, { examples: ["boothctl users disable maria"], exits: [6, 7] });
}

/** `boothctl users enable` */
export function enable(): Command {
  const command = new Command("enable")
    .description("Lets a disabled user sign in again.")
    .argument("<user>", "whom")
    .action(act((cli, username: string) => setDisabled(cli, username, false)));
  return about(command, { examples: ["boothctl users enable maria"], exits: [6] });
}

async function setDisabled(cli: Cli, username: string, disabled: boolean): Promise<void> {
  const { after } = await change(cli, username, { disabled }, { unchanged: `${username} was not changed.` });
  tell(cli, after, disabled ? "is disabled" : "can sign in");
}

/** Changes fields of a user. What to try depends on whether the input, the user or the change itself was refused. */
async function change(
  cli: Cli,
  username: string,
  fields: { [K in keyof UserUpdate]: unknown },
  { unchanged, hint = LIST }: { unchanged: string; hint?: string },
): Promise<{ before: User; after: User }> {
  cli.whenRefused(unchanged, `${cli.commandLine} --help`);
  const { UserUpdate } = await import("../../common/api/auth.ts");
  const input = await checkInput(UserUpdate, fields);
  cli.whenRefused(unchanged, LIST);
  return withBooth(cli, async ({ booth, actor, passwords }) => {
    const { userNamed } = await import("../cli/access-lists.ts");
    const { updateUser } = await import("../../daemon/services/users.ts");
    const before = userNamed(booth.db, username);
    cli.whenRefused(unchanged, hint);
    return { before, after: await updateUser(booth, passwords, actor, before.id, input) };
  });
}

/** Answers with a user as it is now, and says what became of it. */
export function tell(cli: Cli, user: User, became: string): void {
  cli.print(user, () => "");
  cli.say(`${user.username} ${became}.`);
}
