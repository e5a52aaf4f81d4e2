import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { checkInput } from "../cli/input.ts";
import { withNewBooth } from "../cli/open.ts";
import { withPasswordOptions } from "../cli/password-options.ts";
import { type PasswordSource, readPassword } from "../cli/prompt.ts";

interface Options extends PasswordSource {
  user: string;
}

/** `boothctl seed-admin` */
export function seedAdminCommand(): Command {
  const command = withPasswordOptions(
    new Command("seed-admin")
      .description("Creates the first administrator, and the booth itself where the data directory is empty.")
      .option("--user <user>", "the name to sign in with", "admin"),
  ).action(
    act(async (cli, options: Options) => {
      cli.whenRefused("No administrator was created.", "boothctl users list");
      const password = await readPassword(cli, options, options.user);
      const { UserCreate } = await import("../../common/api/auth.ts");
      const wanted = { username: options.user, displayName: options.user, roleId: "admin", password };
      const input = await checkInput(UserCreate, wanted);
      await withNewBooth(cli, async ({ booth, actor, passwords }) => {
        const { seedAdmin } = await import("../../daemon/services/seed.ts");
        const { created, user } = await seedAdmin(booth, passwords, actor, input);
        cli.print({ created, user }, () => "");
        cli.say(
          created
            ? `${user.username} can sign in as administrator.`
            : `${user.username} is an administrator already; the password stays as it is.`,
        );
      });
    }),
  );
  return about(command, {
    examples: ["boothctl seed-admin --password-stdin", "boothctl seed-admin --user chief --password-stdin"],
    exits: [7],
  });
}
