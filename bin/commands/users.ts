import { Command } from "commander";
import type { User } from "../../common/api/auth.ts";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { confirmName, type PasswordSource, readPassword } from "../cli/prompt.ts";
import { table } from "../cli/text.ts";

const LIST = "boothctl users list";

/** `boothctl users …` */
export function usersCommand(): Command {
  const users = new Command("users").description("The people who sign in at the booth.");
  for (const verb of [list(), create(), setPassword(), setRole(), disable(), enable(), remove()])
    users.addCommand(verb);
  return users;
}

function list(): Command {
  const command = new Command("list").description("Lists all users.").action(
    act(async (cli) => {
      const { allUsers } = await import("../cli/access-lists.ts");
      const items = await withDatabase(cli, allUsers);
      const rows = items.map(({ username, displayName, roleId, language, disabled }) => [
        username,
        displayName,
        roleId,
        language,
        disabled,
      ]);
      cli.print({ items, next: null }, () => table(["user", "name", "role", "language", "disabled"], rows));
    }),
  );
  return about(command, { examples: [LIST, `${LIST} --json`] });
}

interface CreateOptions extends PasswordSource {
  role: string;
  name?: string;
  language: string;
}

function create(): Command {
  const command = withPasswordOptions(
    new Command("create")
      .description("Creates a user. The password is asked for, or read from stdin or a file.")
      .argument("<user>", "the name to sign in with")
      .requiredOption("--role <id>", "what the user may do: boothctl roles list")
      .option("--name <name>", "the name people read (default: the user name)")
      .option("--language <code>", "en or de", "en"),
  ).action(
    act(async (cli, username: string, options: CreateOptions) => {
      cli.whenRefused(`${username} was not created.`, "boothctl roles list");
      const fields = {
        username,
        displayName: options.name ?? username,
        roleId: options.role,
        language: options.language,
      };
      const password = await readPassword(cli, options, username);
      await withBooth(cli, async ({ booth, actor, passwords }) => {
        const { UserCreate } = await import("../../common/api/auth.ts");
        const { createUser } = await import("../../daemon/services/users.ts");
        const known = await findUser(booth.db, username);
        if (known && isSame(known, fields)) return tell(cli, known, "was there already; the password stays as it is");
        const input = await checkInput(UserCreate, { ...fields, password });
        tell(cli, await createUser(booth, passwords, actor, input), "was created");
      });
    }),
  );
  return about(command, {
    examples: ["boothctl users create maria --role cashier --language en --password-stdin"],
    exits: [7],
  });
}

const isSame = (known: User, fields: Record<"username" | "displayName" | "roleId" | "language", string>): boolean =>
  !known.disabled && (Object.keys(fields) as (keyof typeof fields)[]).every((key) => known[key] === fields[key]);

function setPassword(): Command {
  const command = withPasswordOptions(
    new Command("set-password")
      .description("Sets a password and ends the user's sign-ins.")
      .argument("<user>", "whose"),
  ).action(
    act(async (cli, username: string, source: PasswordSource) => {
      cli.whenRefused(`The password of ${username} was not changed.`, LIST);
      const password = await readPassword(cli, source, username);
      await change(cli, username, { password }, "has a new password");
    }),
  );
  return about(command, { examples: ["boothctl users set-password maria --password-stdin"], exits: [6] });
}

function setRole(): Command {
  const command = new Command("set-role")
    .description("Gives a user another role; it holds from the user's next request on.")
    .argument("<user>", "whose")
    .argument("<role>", "the role's id")
    .action(
      act(async (cli, username: string, roleId: string) => {
        cli.whenRefused(`${username} keeps the role as it was.`, "boothctl roles list");
        await change(cli, username, { roleId }, `has the role ${roleId}`);
      }),
    );
  return about(command, { examples: ["boothctl users set-role maria operator"], exits: [6, 7] });
}

function disable(): Command {
  const command = new Command("disable")
    .description("Keeps a user from signing in, and ends the sign-ins there are.")
    .argument("<user>", "whom")
    .action(act((cli, username: string) => setDisabled(cli, username, true)));
  return about(command, { examples: ["boothctl users disable maria"], exits: [6, 7] });
}

function enable(): Command {
  const command = new Command("enable")
    .description("Lets a disabled user sign in again.")
    .argument("<user>", "whom")
    .action(act((cli, username: string) => setDisabled(cli, username, false)));
  return about(command, { examples: ["boothctl users enable maria"], exits: [6] });
}

async function setDisabled(cli: Cli, username: string, disabled: boolean): Promise<void> {
  cli.whenRefused(`${username} was not changed.`, LIST);
  await change(cli, username, { disabled }, disabled ? "is disabled" : "can sign in");
}

function remove(): Command {
  const command = new Command("delete")
    .description("Deletes a user; what the user did stays in the ledger.")
    .argument("<user>", "whom")
    .option("--confirm <user>", "the name again, instead of being asked")
    .action(
      act(async (cli, username: string, { confirm }: { confirm?: string }) => {
        cli.whenRefused(`${username} was not deleted.`, LIST);
        await confirmName(cli, username, confirm, `This deletes the user ${username}.`);
        await withBooth(cli, async ({ booth, actor }) => {
          const { deleteUser } = await import("../../daemon/services/users.ts");
          const known = await findUser(booth.db, username);
          if (known) await deleteUser(booth, actor, known.id);
          cli.print({ username, deleted: known !== null }, () => "");
          cli.say(known ? `${username} was deleted.` : `There is no user ${username}: nothing to do.`);
        });
      }),
    );
  return about(command, { examples: ["boothctl users delete maria --confirm maria"], exits: [7] });
}

/** Adds the two ways a password can come without being asked for. */
export function withPasswordOptions(command: Command): Command {
  return command
    .option("--password-stdin", "read the password from stdin")
    .option("--password-file <path>", "read the password from a file");
}

async function findUser(db: Db, username: string): Promise<User | null> {
  const { userByName } = await import("../../daemon/services/user-rows.ts");
  return userByName(db, username);
}

async function change(cli: Cli, username: string, fields: Record<string, unknown>, became: string): Promise<void> {
  await withBooth(cli, async ({ booth, actor, passwords }) => {
    const { UserUpdate } = await import("../../common/api/auth.ts");
    const { refuse } = await import("../../common/errors.ts");
    const { updateUser } = await import("../../daemon/services/users.ts");
    const known = (await findUser(booth.db, username)) ?? refuse("not_found", `there is no user ${username}`);
    const input = await checkInput(UserUpdate, fields);
    tell(cli, await updateUser(booth, passwords, actor, known.id, input), became);
  });
}

function tell(cli: Cli, user: User, became: string): void {
  cli.print(user, () => "");
  cli.say(`${user.username} ${became}.`);
}
