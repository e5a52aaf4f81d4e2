import { Command } from "commander";
import type { Tariff } from "../../common/api/tariffs.ts";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { wholeNumber } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { findTariff, inWritingOrder } from "../cli/rate-table-input.ts";
import { siteTimes } from "../cli/site-times.ts";
import { pairs, table } from "../cli/text.ts";
import { diffCommand, testCommand } from "./tariffs-draft.ts";
import { publishCommand } from "./tariffs-publish.ts";
import { quoteCommand } from "./tariffs-quote.ts";
import { replayCommand } from "./tariffs-replay.ts";

/** `boothctl tariffs …` */
export function tariffsCommand(): Command {
  const tariffs = new Command("tariffs").description(
    "What parking costs: published versions, drafts in files, and what a stay would cost.",
  );
  for (const verb of [list(), show(), quoteCommand(), testCommand(), diffCommand(), replayCommand(), publishCommand()])
    tariffs.addCommand(verb);
  return tariffs;
}

/** How a version stands now, and its times on the site's clock. */
async function standingOf(db: Db): Promise<(tariff: Tariff) => { state: string; effective: string; by: string }> {
  const { tariffInForce } = await import("../../daemon/services/tariffs.ts");
  const { wallTime } = await import("../../daemon/services/site-days.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { instant, systemClock } = await import("../../common/node/clock.ts");
  const { allUsers } = await import("../cli/access-lists.ts");
  const now = instant(systemClock.now());
  const inForce = tariffInForce(db, now).id;
  const { timezone } = siteOf(db);
  const users = allUsers(db);
  return ({ id, effectiveFrom, publishedBy }) => ({
    state: id === inForce ? "in force" : effectiveFrom > now ? "to come" : "replaced",
    effective: wallTime(timezone, Date.parse(effectiveFrom)),
    by: users.find((user) => user.id === publishedBy)?.username ?? publishedBy,
  });
}

function list(): Command {
  const command = new Command("list")
    .description("Lists the published versions, the newest first, and which is in force.")
    .option("-n, --number <count>", "at most so many", wholeNumber, 50)
    .action(
      act(async (cli, { number }: { number: number }) => {
        const { items, standing } = await withDatabase(cli, async (db) => {
          const { listTariffs } = await import("../../daemon/services/tariffs.ts");
          return { items: listTariffs({ db }, number + 1), standing: await standingOf(db) };
        });
        const shown = items.slice(0, number);
        const next = items.length > number ? String(shown.at(-1)?.version) : null;
        const rows = shown.map((tariff) => {
          const { state, effective, by } = standing(tariff);
          return [tariff.version, tariff.name, state, effective, by, tariff.note];
        });
        cli.print({ items: shown, next }, () => table(["version", "name", "state", "effective", "by", "note"], rows));
        if (next !== null) cli.say(`There are more than ${number}; -n shows more.`);
      }),
    );
  return about(command, { examples: ["boothctl tariffs list", "boothctl tariffs list -n 5 --json"] });
}

function show(): Command {
  const command = new Command("show")
    .description("Shows a version as a table; with --rate-table as JSON to edit and publish.")
    .argument("[tariff]", "its number or its id (default: the one in force)")
    .option("--rate-table", "print the rate table alone, as JSON")
    .action(
      act(async (cli, word: string | undefined, { rateTable: only }: { rateTable?: boolean }) => {
        cli.whenRefused("Nothing was changed.", "boothctl tariffs list");
        const { tariff, standing, currency, time } = await withDatabase(cli, async (db) => {
          const { siteOf } = await import("../../daemon/services/sites.ts");
          const found = word === undefined ? await tariffNow(db) : await findTariff(db, word);
          const standing = (await standingOf(db))(found);
          return { tariff: found, standing, currency: siteOf(db).currency, time: await siteTimes(db) };
        });
        const rateTable = await inWritingOrder(tariff.rateTable);
        if (only) return cli.print(rateTable, () => JSON.stringify(rateTable, null, 2));
        const { rateTableText } = await import("../cli/rate-table-text.ts");
        const head = pairs([
          ["version", tariff.version],
          ["name", tariff.name],
          ["effective", `${standing.effective} (${standing.state})`],
          ["published", `${time(tariff.publishedAt)} by ${standing.by}`],
          ["note", tariff.note],
        ]);
        cli.print({ ...tariff, rateTable }, () => `${head}\n\n${rateTableText(rateTable, currency)}`);
      }),
    );
  return about(command, {
    examples: [
      "boothctl tariffs show",
      "boothctl tariffs show 1 --json",
      "boothctl tariffs show 1 --rate-table > day.json",
    ],
    exits: [6],
  });
}

async function tariffNow(db: Db): Promise<Tariff> {
  const { tariffInForce } = await import("../../daemon/services/tariffs.ts");
  const { instant, systemClock } = await import("../../common/node/clock.ts");
  return tariffInForce(db, instant(systemClock.now()));
}
