import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { withBooth } from "../cli/open.ts";
import { confirmName } from "../cli/prompt.ts";

/** `boothctl ledger close-days` */
export function closeDaysCommand(): Command {
  const command = new Command("close-days")
    .description(
      "Signs the site days that have ended, also where they are so many that the booth asks for a look first.",
    )
    .option("--confirm <days>", "how many days, instead of being asked")
    .action(act((cli, { confirm }: { confirm?: string }) => closeDays(cli, confirm)));
  return about(command, { examples: ["boothctl ledger close-days"] });
}

async function closeDays(cli: Cli, confirm: string | undefined): Promise<void> {
  cli.whenRefused("No day was signed.", "boothctl reports day");
  const signed = await withBooth(cli, async ({ booth, actor }) => {
    const { countDueDays, closeDays: close } = await import("../../daemon/services/day-close.ts");
    const days = countDueDays(booth);
    if (days > 0) await assertMeant(cli, booth.clock.now(), days, confirm);
    return close(booth, actor, days);
  });
  const dates = signed.map(({ data }) => data.date);
  cli.print({ signed: dates }, () => "");
  cli.say(dates.length > 0 ? `Signed ${dates[0]} to ${dates.at(-1)}.` : "Every ended day is signed: nothing to do.");
}

async function assertMeant(cli: Cli, now: number, days: number, confirm: string | undefined): Promise<void> {
  const { instant } = await import("../../common/node/clock.ts");
  const warning = `The clock says ${instant(now)}: if that is wrong, set it right first. This signs days: ${days}.`;
  if (confirm === undefined && !cli.interactive)
    throw usageError(`${warning} This needs --confirm ${days}.`, { hint: `${cli.commandLine} --confirm ${days}` });
  await confirmName(cli, String(days), confirm, warning);
}
