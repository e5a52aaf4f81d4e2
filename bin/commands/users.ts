import { Command, Option } from "commander";
import type { User } from "../../common/api/auth.ts";
import { LANGUAGES } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { withPasswordOptions } from "../cli/password-options.ts";
import { confirmName, type PasswordSource, readPassword } from "../cli/prompt.ts";
import { pairs, table } from "../cli/text.ts";
import { disable, enable, set, setPassword, setRole, tell } from "./users-change.ts";
import { signIns, signOut } from "./users-sign-ins.ts";

const LIST = "boothctl users list";

/** `boothctl users …` */
export function usersCommand(): Command {
  const users = new Command("users").description("The people who sign in at the booth.");
  const changes = [setPassword(), setRole(), set(), disable(), enable()];
  for (const verb of [list(), show(), create(), ...changes, signIns(), signOut(), remove()]) users.addCommand(verb);
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

function show(): Command {
  const command = new Command("show")
    .description("Shows a user.")
    .argument("<user>", "whom")
    .action(
      act(async (cli, username: string) => {
        cli.whenRefused("Nothing was changed.", LIST);
        const { userNamed } = await import("../cli/access-lists.ts");
        const user = await withDatabase(cli, (db) => userNamed(db, username));
        cli.print(user, () =>
          pairs([
            ["user", user.username],
            ["name", user.displayName],
            ["role", user.roleId],
            ["language", user.language],
            ["disabled", user.disabled],
            ["id in the ledger", user.id],
          ]),
        );
      }),
    );
  return about(command, { examples: ["boothctl users show admin"], exits: [6] });
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
      .addOption(new Option("--language <code>", "of the screens").choices(LANGUAGES).default("en")),
  ).action(
    act(async (cli, username: string, options: CreateOptions) => {
      const unchanged = `${username} was not created.`;
      cli.whenRefused(unchanged, "boothctl users create --help");
      const { UserCreate } = await import("../../common/api/auth.ts");
      const { role: roleId, language, name: displayName = username } = options;
      const password = await readPassword(cli, options, username);
      const input = await checkInput(UserCreate, { username, displayName, roleId, language, password });
      await withBooth(cli, async ({ booth, actor, passwords }) => {
        const { userByName } = await import("../../daemon/services/user-rows.ts");
        const { createUser } = await import("../../daemon/services/users.ts");
        const known = userByName(booth.db, username);
        if (known && isSame(known, input)) return tell(cli, known, "was there already; the password stays as it is");
        cli.whenRefused(unchanged, known ? `boothctl users show ${known.username}` : "boothctl roles list");
        tell(cli, await createUser(booth, passwords, actor, input), "was created");
      });
    }),
  );
  return about(command, {
    examples: ["boothctl users create maria --role cashier --language en --password-stdin"],
    exits: [7],
  });
}

const FIELDS = ["username", "displayName", "roleId", "language"] as const;

const isSame = (known: User, wanted: Pick<User, (typeof FIELDS)[number]>): boolean =>
  !known.disabled && FIELDS.every((field) => known[field] === wanted[field]);

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
          const { userByName } = await import("../../daemon/services/user-rows.ts");
          const { deleteUser } = await import("../../daemon/services/users.ts");
          const known = userByName(booth.db, username);
          if (known) await deleteUser(booth, actor, known.id);
          cli.print({ username, deleted: known !== null }, () => "");
          cli.say(known ? `${username} was deleted.` : `There is no user ${username}: nothing to do.`);
        });
      }),
    );
  return about(command, { examples: ["boothctl users delete maria --confirm maria"], exits: [7] });
}
