import { Command } from "commander";
import type { Tariff } from "../../common/api/tariffs.ts";
import type { Db } from "../../common/node/db.ts";
import type { RateTable } from "../../common/rate-table.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { checkInput, present, wholeNumber } from "../cli/input.ts";
import { type OpenedBooth, withBooth } from "../cli/open.ts";
import { findTariff, readRateTable, siteInstant } from "../cli/rate-table-input.ts";

interface Options {
  effective: string;
  note?: string;
  replayDays?: number;
  basedOn?: string;
}

/** `boothctl tariffs publish` */
export function publishCommand(): Command {
  const command = new Command("publish")
    .description("Publishes a rate table as a new version; if that is done already, nothing is.")
    .argument("<file>", "a rate table in JSON")
    .requiredOption("--effective <time>", "from when on it prices stays that begin, on the site's clock")
    .option("--note <text>", "why, for those who read the list")
    .option(
      "--replay-days <count>",
      "price the stays of so many days first, and keep the sums in the ledger",
      wholeNumber,
    )
    .option("--based-on <tariff>", "the version it was made from; refused if there is a newer one")
    .action(
      act(async (cli, file: string, options: Options) => {
        cli.whenRefused("Nothing was published.", `boothctl tariffs test ${file}`);
        const rateTable = await readRateTable(file);
        await withBooth(cli, (opened) => publish(cli, opened, rateTable, options));
      }),
    );
  return about(command, {
    examples: [
      'boothctl tariffs publish day.json --effective 2031-01-01T00:00 --note "new year"',
      "boothctl tariffs publish day.json --effective 2031-06-01T00:00 --replay-days 30",
    ],
    exits: [6, 7],
  });
}

async function publish(cli: Cli, opened: OpenedBooth, rateTable: RateTable, options: Options): Promise<void> {
  const { booth, actor } = opened;
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { TariffPublish } = await import("../../common/api/tariffs.ts");
  const effectiveFrom = await siteInstant(siteOf(booth.db).timezone, options.effective, "--effective");
  const done = await publishedAlready(booth.db, rateTable, effectiveFrom);
  if (done) return tell(cli, done, "says this already: nothing was published");
  const basedOn = options.basedOn === undefined ? undefined : (await findTariff(booth.db, options.basedOn)).id;
  const { note, replayDays } = options;
  const input = await checkInput(TariffPublish, {
    rateTable,
    effectiveFrom,
    ...present({ note, replayDays, basedOn }),
  });
  const { publishTariff } = await import("../../daemon/services/tariff-publishing.ts");
  const { openReplay } = await import("../../daemon/services/tariff-replay.ts");
  tell(cli, await publishTariff(booth, actor, input, openReplay(booth)), "was published");
}

/** The version that takes effect at this instant, if it is of the same rate table. */
async function publishedAlready(db: Db, rateTable: RateTable, effectiveFrom: string): Promise<Tariff | null> {
  const { tariffInForce } = await import("../../daemon/services/tariffs.ts");
  const { compareRateTables } = await import("../../common/rate-differences.ts");
  const known = tariffInForce(db, effectiveFrom);
  const isSame = known.effectiveFrom === effectiveFrom && compareRateTables(known.rateTable, rateTable).length === 0;
  return isSame ? known : null;
}

function tell(cli: Cli, tariff: Tariff, what: string): void {
  cli.print(tariff, () => `version ${tariff.version}`);
  cli.say(`Version ${tariff.version} ${what}; it is effective from ${tariff.effectiveFrom}.`);
}
