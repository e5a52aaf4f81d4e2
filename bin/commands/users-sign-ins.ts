import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { siteTimes } from "../cli/site-times.ts";
import { table } from "../cli/text.ts";

const LIST = "boothctl users list";

/** `boothctl users sign-ins` */
export function signIns(): Command {
  const command = new Command("sign-ins")
    .description("Lists where a user is signed in, newest first.")
    .argument("<user>", "whose")
    .action(
      act(async (cli, username: string) => {
        cli.whenRefused("Nothing was changed.", LIST);
        const { page, time } = await withDatabase(cli, async (db) => {
          const { userNamed } = await import("../cli/access-lists.ts");
          const { listSignIns } = await import("../../daemon/services/sign-ins-of-user.ts");
          return { page: listSignIns({ db }, userNamed(db, username).id), time: await siteTimes(db) };
        });
        // Only the daemon remembers when one was last seen, and none of them is this command's.
        const items = page.items.map(({ id, startedAt, source, agent }) => ({ id, startedAt, source, agent }));
        const rows = items.map(({ id, startedAt, source, agent }) => [id, time(startedAt), source, agent]);
        cli.print({ items, next: null }, () =>
          rows.length === 0 ? "" : table(["sign-in", "since", "from", "with"], rows),
        );
        if (rows.length === 0) cli.say(`${username} is not signed in.`);
      }),
    );
  return about(command, { examples: ["boothctl users sign-ins maria"], exits: [6] });
}

interface SignOutOptions {
  all?: boolean;
  signIn?: string;
}

/** `boothctl users sign-out` */
export function signOut(): Command {
  const command = new Command("sign-out")
    .description("Ends a user's sign-ins; their next request is refused.")
    .argument("<user>", "whose")
    .option("--all", "all of them, which is what happens without an option too")
    .option("--sign-in <id>", "only this one, as boothctl users sign-ins names it")
    .action(
      act(async (cli, username: string, { all, signIn: only }: SignOutOptions) => {
        const unchanged = `${username} stays signed in.`;
        cli.whenRefused(unchanged, LIST);
        if (all && only !== undefined) throw usageError("Give either --all or --sign-in, not both.");
        await withBooth(cli, async ({ booth, actor }) => {
          const { userNamed } = await import("../cli/access-lists.ts");
          const { id } = userNamed(booth.db, username);
          cli.whenRefused(unchanged, `boothctl users sign-ins ${username}`);
          const service = await import("../../daemon/services/sign-ins-of-user.ts");
          const count = () => service.listSignIns(booth, id).items.length;
          const before = count();
          if (only === undefined) await service.endSignInsOfUser(booth, actor, id);
          else await service.endSignInOfUser(booth, actor, id, only);
          const left = count();
          cli.print({ username, ended: before - left, left }, () => "");
          cli.say(sentenceOf(username, before - left, left));
        });
      }),
    );
  return about(command, {
    examples: ["boothctl users sign-out maria", "boothctl users sign-out maria --all"],
    exits: [6],
  });
}

function sentenceOf(username: string, ended: number, left: number): string {
  if (ended === 0) return left === 0 ? `${username} is not signed in.` : "This sign-in had ended already.";
  const were = ended === 1 ? "1 sign-in was" : `${ended} sign-ins were`;
  return left === 0 ? `${were} ended; ${username} is signed out.` : `${were} ended, ${left} left.`;
}
