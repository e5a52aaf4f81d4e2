import { Command } from "commander";
import type { Me } from "../../common/api/auth.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError } from "../cli/errors.ts";
import { withPasswordOptions } from "../cli/password-options.ts";
import { type PasswordSource, readKnownPassword } from "../cli/prompt.ts";
import { pairs } from "../cli/text.ts";

/** `boothctl auth …` */
export function authCommand(): Command {
  return new Command("auth")
    .description("Signing in at the running booth, for the commands that need its devices or its live feed.")
    .addCommand(login())
    .addCommand(logout())
    .addCommand(status());
}

interface LoginOptions extends PasswordSource {
  user: string;
}

function login(): Command {
  const command = withPasswordOptions(
    new Command("login")
      .description("Signs in at the booth of this host and keeps the sign-in for you alone.")
      .option("--user <user>", "the name to sign in with", "admin"),
  ).action(
    act(async (cli, options: LoginOptions) => {
      cli.whenRefused("You are signed in as before, if at all.", `boothctl auth login --user ${options.user}`);
      const { daemonUrl } = await import("../cli/daemon-address.ts");
      const { openDaemonClient, signInAt } = await import("../cli/daemon-client.ts");
      const { keepSignIn, keptSignIn } = await import("../cli/sign-in-file.ts");
      const url = await daemonUrl(cli);
      const password = await readKnownPassword(cli, options, options.user);
      const before = keptSignIn(url);
      const signIn = await signInAt(url, options.user, password);
      keepSignIn(url, signIn);
      // The one that is replaced is worth nothing any more; that it could not be ended spoils nothing.
      if (before)
        await openDaemonClient(url, before)
          .ask("POST", "/api/auth/logout")
          .catch(() => undefined);
      cli.print({ url, username: signIn.username }, () => "");
      cli.say(`${signIn.username} is signed in at ${url}.`);
    }),
  );
  return about(command, { examples: ["boothctl auth login --user admin --password-stdin"], exits: [4, 9, 10] });
}

function logout(): Command {
  const command = new Command("logout").description("Ends the sign-in at the booth and forgets it here.").action(
    act(async (cli) => {
      cli.whenRefused("You are still signed in.", "boothctl auth logout");
      const { daemonUrl } = await import("../cli/daemon-address.ts");
      const { openDaemonClient } = await import("../cli/daemon-client.ts");
      const { keepSignIn, keptSignIn } = await import("../cli/sign-in-file.ts");
      const url = await daemonUrl(cli);
      const signIn = keptSignIn(url);
      if (signIn) {
        await openDaemonClient(url, signIn).ask("POST", "/api/auth/logout").catch(unlessEnded);
        keepSignIn(url, null);
      }
      cli.print({ url, signedIn: false }, () => "");
      cli.say(signIn ? `${signIn.username} is signed out.` : "You were not signed in.");
    }),
  );
  return about(command, { examples: ["boothctl auth logout"], exits: [9] });
}

/** A sign-in that the booth has ended already needs no ending. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof CliError && error.exit === 4)) throw error;
}

function status(): Command {
  const command = new Command("status").description("Says who is signed in at the booth from here.").action(
    act(async (cli: Cli) => {
      cli.whenRefused("Nothing was changed.", "boothctl auth login");
      const { signedInClient } = await import("../cli/daemon-client.ts");
      const client = await signedInClient(cli);
      const { username, roleId, permissions } = await client.ask<Me>("GET", "/api/auth/me");
      cli.print({ url: client.url, username, roleId, permissions }, () =>
        pairs([
          ["booth", client.url],
          ["signed in", username],
          ["role", roleId],
        ]),
      );
    }),
  );
  return about(command, { examples: ["boothctl auth status"], exits: [4, 9] });
}
