import { Command, Option } from "commander";
import type { ValidPeriod } from "../../common/pricing/model.ts";
import { ANTI_PASSBACK } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, gather, present, wholeNumber } from "../cli/input.ts";
import { withBooth } from "../cli/open.ts";

interface Options {
  holder: string;
  plate?: string[];
  card?: string[];
  from?: string;
  to: string;
  lanes?: string;
  hours?: string;
  cars?: number;
  antiPassback?: string;
}

/** `boothctl subscriptions add` */
export function addCommand(): Command {
  const command = new Command("add")
    .description("Adds a subscription.")
    .requiredOption("--holder <name>", "who has it")
    .option("--plate <plate>", "a plate; several times for several", gather)
    .option("--card <number>", "a card or tag; several times for several", gather)
    .option("--from <when>", "its first day, or an instant (default: today)")
    .requiredOption("--to <when>", "its last day, or an instant")
    .option("--lanes <lanes>", "the lanes it is good for, such as entry-1,exit-1 (default: all)")
    .option("--hours <hours>", 'when its cars may stand here, such as "mon-fri 07:00-19:00" (default: always)')
    .option("--cars <count>", "how many of its cars may be inside at once (default: 1)", wholeNumber)
    .addOption(
      new Option("--anti-passback <rule>", "what becomes of who comes in, or leaves, twice").choices(ANTI_PASSBACK),
    )
    .action(act((cli, options: Options) => add(cli, options)));
  return about(command, {
    examples: ['boothctl subscriptions add --holder "Anna Vogel" --plate M4471KX --card 04A1FF --to 2999-12-31'],
  });
}

async function add(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("No subscription was added.", "boothctl subscriptions add --help");
  const { holder, plate: plates, card: credentials, to: validTo, cars: carsInside, antiPassback } = options;
  const lanes = options.lanes?.split(",").map((lane) => lane.trim());
  const hours = options.hours === undefined ? undefined : await readHours(options.hours);
  const fields = present({ holder, plates, credentials, validTo, lanes, hours, carsInside, antiPassback });
  await withBooth(cli, async ({ booth, actor }) => {
    const { SubscriptionCreate } = await import("../../common/api/subscriptions.ts");
    const { createSubscription, newTerms } = await import("../../daemon/services/subscriptions.ts");
    const { subscriptionLike } = await import("../../daemon/services/subscription-find.ts");
    const { localDate } = await import("../../daemon/services/site-days.ts");
    const { siteOf } = await import("../../daemon/services/sites.ts");
    const { timezone } = siteOf(booth.db);
    const validFrom = options.from ?? localDate(timezone, booth.clock.now());
    const input = await checkInput(SubscriptionCreate, { ...fields, validFrom });
    const known = subscriptionLike(booth.db, newTerms(booth.ledger.keys, timezone, input));
    const made = known ?? (await createSubscription(booth, actor, input));
    cli.print(made, () => made.id);
    cli.say(known ? "There is one in just these terms: nothing to do." : `${made.holder} was added.`);
  });
}

async function readHours(text: string): Promise<ValidPeriod[]> {
  const { parseHours } = await import("../../common/hours.ts");
  const hours = parseHours(text);
  if (!hours) throw usageError("--hours: expected hours such as mon-fri 07:00-19:00 | sat 08:00-12:00.");
  return hours;
}
