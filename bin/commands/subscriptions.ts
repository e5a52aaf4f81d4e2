import { Command, Option } from "commander";
import type { Subscription } from "../../common/api/subscriptions.ts";
import type { Db } from "../../common/node/db.ts";
import { SUBSCRIPTION_STATUSES } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { checkInput, present, wholeNumber } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { pairs, table } from "../cli/text.ts";
import { addCommand } from "./subscriptions-add.ts";
import { changeCommands } from "./subscriptions-change.ts";
import { fileCommands } from "./subscriptions-file.ts";

/** `boothctl subscriptions …` */
export function subscriptionsCommand(): Command {
  const subscriptions = new Command("subscriptions").description(
    "Who parks without a ticket. One is named by its id, or by a plate or card that only it has.",
  );
  for (const verb of [list(), addCommand(), show(), ...changeCommands(), ...fileCommands()])
    subscriptions.addCommand(verb);
  return subscriptions;
}

interface ListOptions {
  status?: string;
  expiring?: number;
  query?: string;
  number: number;
}

function list(): Command {
  const command = new Command("list")
    .description("Lists subscriptions, the newest first.")
    .addOption(new Option("--status <status>", "only these").choices(SUBSCRIPTION_STATUSES))
    .option("--expiring <days>", "only active ones that end within so many days, the first to end first", wholeNumber)
    .option("--query <text>", "only with this in the holder's name, a plate or a card")
    .option("-n, --number <count>", "at most so many", wholeNumber, 50)
    .action(act((cli, options: ListOptions) => listAll(cli, options)));
  return about(command, {
    examples: ["boothctl subscriptions list --expiring 30", "boothctl subscriptions list --query vogel --json"],
  });
}

async function listAll(cli: Cli, { status, expiring, query: q, number }: ListOptions): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl subscriptions list --help");
  const { SubscriptionQuery } = await import("../../common/api/subscriptions.ts");
  const expiringWithinDays = expiring === undefined ? undefined : String(expiring);
  const query = await checkInput(SubscriptionQuery, present({ status, q, expiringWithinDays, limit: String(number) }));
  const { page, rows } = await withDatabase(cli, async (db) => {
    const { listSubscriptions } = await import("../../daemon/services/subscription-list.ts");
    const { systemClock } = await import("../../common/node/clock.ts");
    const { siteOf } = await import("../../daemon/services/sites.ts");
    const { shownEdge } = await import("../../daemon/services/subscription-export.ts");
    const page = listSubscriptions({ db, clock: systemClock }, query);
    const { timezone } = siteOf(db);
    return {
      page,
      rows: page.items.map((one) => [
        ...shownRow(one, systemClock.now()),
        shownEdge(one.validTo, timezone, "end"),
        one.id,
      ]),
    };
  });
  if (page.next !== null) cli.say(`There are more than ${number}; -n shows more.`);
  const heading = ["holder", "plates", "cards", "cars", "status", "last day", "id"];
  cli.print(page, () => table(heading, rows));
}

/** What a subscription is worth at an instant, in ms. */
function standingAt({ status, validFrom, validTo }: Subscription, atMs: number): string {
  if (status !== "active") return status;
  if (Date.parse(validTo) <= atMs) return "ended";
  return Date.parse(validFrom) > atMs ? "not begun" : "active";
}

/** A longer holder would push the other columns off the screen. */
const MOST_OF_HOLDER = 32;
const shortened = (text: string) => {
  const letters = [...text];
  return letters.length > MOST_OF_HOLDER ? `${letters.slice(0, MOST_OF_HOLDER - 1).join("")}…` : text;
};

const shownRow = (one: Subscription, atMs: number) => [
  shortened(one.holder ?? "(erased)"),
  one.plates.join(" "),
  one.credentials.join(" "),
  one.carsInside,
  standingAt(one, atMs),
];

function show(): Command {
  const command = new Command("show")
    .description("Shows a subscription, which of its cars are inside, and its tag for --if.")
    .argument("<subscription>", "its id, a plate or a card")
    .action(
      act(async (cli, name: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl subscriptions list");
        const found = await withDatabase(cli, (db) => readShown(db, name));
        cli.print(found.shown, () => pairs(found.rows));
      }),
    );
  return about(command, { examples: ["boothctl subscriptions show M4471KX"], exits: [6] });
}

async function readShown(db: Db, name: string) {
  const { subscriptionNamed, carsInsideOf } = await import("../../daemon/services/subscription-find.ts");
  const { subscriptionOf } = await import("../../daemon/services/subscription-rows.ts");
  const { shownEdge } = await import("../../daemon/services/subscription-export.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { tagOf } = await import("../../common/node/etag.ts");
  const { writeHours } = await import("../../common/hours.ts");
  const one = subscriptionOf(db, subscriptionNamed(db, name));
  const inside = carsInsideOf(db, one.id);
  // Without its quotation marks, which a shell would eat.
  const tag = tagOf(one).slice(1, -1);
  const { timezone } = siteOf(db);
  const rows: [string, unknown][] = [
    ["id", one.id],
    ["holder", one.holder ?? "(erased)"],
    ["plates", one.plates.join(", ")],
    ["cards", one.credentials.join(", ")],
    ["first day", shownEdge(one.validFrom, timezone, "start")],
    ["last day", shownEdge(one.validTo, timezone, "end")],
    ["lanes", one.lanes?.join(", ") ?? "all"],
    ["hours", one.hours ? writeHours(one.hours) : "always"],
    ["status", one.blockedReason === undefined ? one.status : `${one.status}: ${one.blockedReason}`],
    ["anti-passback", one.antiPassback],
    ["cars at once", one.carsInside],
    ["inside now", inside.map(({ plate, enteredAt }) => `${plate ?? "by card"} since ${enteredAt}`).join(", ")],
    ["tag", tag],
  ];
  return { shown: { ...one, inside, tag }, rows };
}
