import { Command } from "commander";
import type { Subscription, SubscriptionUpdate } from "../../common/api/subscriptions.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { checkInput, present } from "../cli/input.ts";
import { type OpenedBooth, withBooth } from "../cli/open.ts";

const NAME = "its id, a plate or a card";

/** The verbs that change a subscription. */
export function changeCommands(): Command[] {
  return [extend(), block(), unblock(), cancel(), reopen(), reset()];
}

interface If {
  if?: string;
}

const withIf = (command: Command) =>
  command.option("--if <tag>", "only while it is as it was shown: the tag of boothctl subscriptions show");

interface ExtendOptions extends If {
  months?: string;
  to?: string;
}

function extend(): Command {
  const command = withIf(
    new Command("extend")
      .description("Moves the end of a subscription by months of the site's calendar, or to a day.")
      .argument("<subscription>", NAME)
      .option("--months <count>", "by so many months; back, if negative")
      .option("--to <when>", "to this last day, or instant"),
  ).action(
    act((cli, name: string, { months, to, ...more }: ExtendOptions) => {
      if ((months === undefined) === (to === undefined)) throw usageError("Give either --months or --to.");
      if (to !== undefined) return change(cli, name, more, "asked", () => ({ validTo: to }));
      return edit(cli, name, more, "asked", async ({ booth, actor }, { id }, tag) => {
        const { SubscriptionExtension } = await import("../../common/api/subscriptions.ts");
        const { extendSubscription } = await import("../../daemon/services/subscriptions.ts");
        const input = await checkInput(SubscriptionExtension, { months: Number(months) });
        return extendSubscription(booth, actor, id, input.months, tag);
      });
    }),
  );
  return about(command, {
    examples: [
      "boothctl subscriptions extend M4471KX --months 1",
      "boothctl subscriptions extend M4471KX --to 2999-12-31",
    ],
    exits: [6, 7],
  });
}

function block(): Command {
  const command = withIf(
    new Command("block")
      .description("Blocks a subscription: its plates and cards open nothing until it is unblocked.")
      .argument("<subscription>", NAME)
      .requiredOption("--reason <text>", "why, in words that the cashier reads"),
  ).action(
    act((cli, name: string, { reason, ...more }: If & { reason: string }) =>
      change(cli, name, more, "blocked", (before) => {
        if (before.status === "cancelled") throw cancelled(name);
        return { status: "blocked", blockedReason: reason };
      }),
    ),
  );
  return about(command, { examples: ['boothctl subscriptions block M4471KX --reason "card lost"'], exits: [6, 7] });
}

function unblock(): Command {
  const command = withIf(
    new Command("unblock").description("Lifts the block of a subscription.").argument("<subscription>", NAME),
  ).action(
    act((cli, name: string, more: If) =>
      change(cli, name, more, "not blocked", (before) => {
        if (before.status === "cancelled") throw cancelled(name);
        return { status: "active" };
      }),
    ),
  );
  return about(command, { examples: ["boothctl subscriptions unblock M4471KX"], exits: [6, 7] });
}

const cancelled = (name: string) =>
  new CliError(7, "cancelled", "This subscription is cancelled.", { hint: `boothctl subscriptions reopen ${name}` });

function cancel(): Command {
  const command = withIf(
    new Command("cancel").description("Ends a subscription now; it can be reopened.").argument("<subscription>", NAME),
  ).action(act((cli, name: string, more: If) => change(cli, name, more, "cancelled", () => ({ status: "cancelled" }))));
  return about(command, { examples: ["boothctl subscriptions cancel M4471KX"], exits: [6, 7] });
}

function reopen(): Command {
  const command = withIf(
    new Command("reopen").description("Takes up a cancelled subscription again.").argument("<subscription>", NAME),
  ).action(
    act((cli, name: string, more: If) =>
      change(cli, name, more, "open", (before) => (before.status === "cancelled" ? { status: "active" } : {})),
    ),
  );
  return about(command, { examples: ["boothctl subscriptions reopen M4471KX"], exits: [6, 7] });
}

/** Changes what an update says. A day that is typed is checked like one in a request. */
function change(
  cli: Cli,
  name: string,
  condition: If,
  state: string,
  updateOf: (before: Subscription) => Record<string, unknown>,
): Promise<void> {
  return edit(cli, name, condition, state, async ({ booth, actor }, before, tag) => {
    const { SubscriptionUpdate: Schema } = await import("../../common/api/subscriptions.ts");
    const { updateSubscription } = await import("../../daemon/services/subscriptions.ts");
    const input: SubscriptionUpdate = await checkInput(Schema, updateOf(before));
    return updateSubscription(booth, actor, before.id, input, tag);
  });
}

/** Finds a subscription, changes it as it was found or as the caller saw it, and says what became of it. */
async function edit(
  cli: Cli,
  name: string,
  condition: If,
  state: string,
  work: (opened: OpenedBooth, before: Subscription, tag: string) => Promise<Subscription>,
): Promise<void> {
  cli.whenRefused("The subscription stands as it was.", `boothctl subscriptions show ${name}`);
  await withBooth(cli, async (opened) => {
    const { subscriptionNamed } = await import("../../daemon/services/subscription-find.ts");
    const { subscriptionOf } = await import("../../daemon/services/subscription-rows.ts");
    const { shownEdge } = await import("../../daemon/services/subscription-export.ts");
    const { siteOf } = await import("../../daemon/services/sites.ts");
    const { tagOf } = await import("../../common/node/etag.ts");
    const { db } = opened.booth;
    const before = subscriptionOf(db, subscriptionNamed(db, name));
    const after = await work(opened, before, condition.if === undefined ? tagOf(before) : `"${condition.if}"`);
    cli.print(after, () => "");
    const last = shownEdge(after.validTo, siteOf(db).timezone, "end");
    cli.say(
      tagOf(before) === tagOf(after)
        ? `The subscription of ${after.holder} was ${state === "asked" ? "so" : state} already: nothing to do.`
        : `The subscription of ${after.holder} is ${after.status}, its last day is ${last}.`,
    );
  });
}

function reset(): Command {
  const command = new Command("reset")
    .description("Forgets on which side of the barriers its plates and cards were seen (anti-passback).")
    .argument("<subscription>", NAME)
    .option("--note <text>", "why")
    .action(
      act(async (cli, name: string, { note }: { note?: string }) => {
        cli.whenRefused("The subscription stands as it was.", `boothctl subscriptions show ${name}`);
        const done = await withBooth(cli, async ({ booth, actor }) => {
          const { AntiPassbackReset } = await import("../../common/api/subscriptions.ts");
          const { resetAntiPassback } = await import("../../daemon/services/subscriptions.ts");
          const { subscriptionNamed } = await import("../../daemon/services/subscription-find.ts");
          const input = await checkInput(AntiPassbackReset, present({ note }));
          return resetAntiPassback(booth, actor, subscriptionNamed(booth.db, name).id, input);
        });
        cli.print(done, () => "");
        cli.say(`Plates and cards of which the side was forgotten: ${done.reset}.`);
      }),
    );
  return about(command, { examples: ["boothctl subscriptions reset M4471KX"], exits: [6] });
}
