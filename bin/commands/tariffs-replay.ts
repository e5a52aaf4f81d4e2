import { Command } from "commander";
import type { ReplayedStay, TariffReplay } from "../../common/api/tariffs.ts";
import { formatMoney } from "../../common/money.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { checkInput, wholeNumber } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { openProgress } from "../cli/progress.ts";
import { readRateTable } from "../cli/rate-table-input.ts";
import { type SiteTimes, siteTimes } from "../cli/site-times.ts";
import { pairs, table } from "../cli/text.ts";

/** `boothctl tariffs replay` */
export function replayCommand(): Command {
  const command = new Command("replay")
    .description("Prices the stays of the last days by a rate table, and tells what that would have changed.")
    .argument("<file>", "a rate table in JSON")
    .option("--days <count>", "how many days back, 1 to 366", wholeNumber, 30)
    .action(act((cli, file: string, { days }: { days: number }) => replay(cli, file, days)));
  return about(command, {
    examples: ["boothctl tariffs replay day.json --days 30", "boothctl tariffs replay day.json --days 7 --json"],
  });
}

async function replay(cli: Cli, file: string, days: number): Promise<void> {
  cli.whenRefused("Nothing was changed.", `boothctl tariffs test ${file}`);
  const rateTable = await readRateTable(file);
  const { TariffReplayRequest } = await import("../../common/api/tariffs.ts");
  const request = await checkInput(TariffReplayRequest, { rateTable, days });
  const bar = openProgress(cli, "Pricing stays again");
  const { found, currency, time } = await withDatabase(cli, async (db) => {
    const { systemClock } = await import("../../common/node/clock.ts");
    const { openReplay } = await import("../../daemon/services/tariff-replay.ts");
    const { siteOf } = await import("../../daemon/services/sites.ts");
    const run = openReplay({ db, clock: systemClock }, bar.show);
    return { found: await run(request), currency: siteOf(db).currency, time: await siteTimes(db) };
  }).finally(bar.end);
  cli.print(found, () => replayText(found, currency, time));
}

function replayText(found: TariffReplay, currency: string, time: SiteTimes): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const { skipped } = found;
  const sums = pairs([
    ["from", time(found.from)],
    ["to", time(found.to)],
    ["stays", found.sessions],
    ["before", money(found.before)],
    ["after", money(found.after)],
    ["difference", money(found.difference)],
    ["dearer", found.dearer],
    ["cheaper", found.cheaper],
    ["same", found.same],
    ["left out", `${skipped.subscription} of subscribers, ${skipped.lostTicket} with a lost ticket`],
    ["", `${skipped.closedByHand} closed by hand, ${skipped.tooLong} of more than five years`],
  ]);
  return found.worst.length === 0 ? sums : `${sums}\n\n${worstText(found.worst, money, time)}`;
}

function worstText(worst: readonly ReplayedStay[], money: (amount: number) => string, time: SiteTimes): string {
  const rows = worst.map((stay) => [
    time(stay.enteredAt),
    time(stay.exitedAt),
    stay.vehicleClass,
    money(stay.before),
    money(stay.after),
    money(stay.after - stay.before),
    stay.sessionId,
  ]);
  return table(["entered", "left", "class", "before", "after", "change", "stay"], rows);
}
