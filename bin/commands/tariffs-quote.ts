import { Command } from "commander";
import { formatMoney } from "../../common/money.ts";
import type { Db } from "../../common/node/db.ts";
import type { Price } from "../../common/pricing.ts";
import type { RateTable } from "../../common/rate-table.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, gather, present } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { findTariff, readRateTable, siteInstant } from "../cli/rate-table-input.ts";
import { table } from "../cli/text.ts";

interface Options {
  in: string;
  out: string;
  class: string;
  tariff?: string;
  file?: string;
  validation?: string[];
  explain?: boolean;
}

/** `boothctl tariffs quote` */
export function quoteCommand(): Command {
  const command = new Command("quote")
    .description("Tells what a stay would cost; --explain shows how that comes about.")
    .requiredOption("--in <time>", "entry on the site's clock, such as 2026-05-29T15:54, or with an offset")
    .requiredOption("--out <time>", "exit, likewise")
    .option("--class <class>", "of the vehicle", "sedan")
    .option("--tariff <tariff>", "the number or id of a version (default: the one in force at entry)")
    .option("--file <file>", "the rate table of a file instead")
    .option("--validation <station>", "a station that validated; may be given several times", gather)
    .option("--explain", "show the lines of the price")
    .action(
      act(async (cli, options: Options) => {
        if (options.tariff !== undefined && options.file !== undefined)
          throw usageError("Give either --tariff or --file, not both.");
        cli.whenRefused("Nothing was changed.", "boothctl tariffs quote --help");
        const draft = options.file === undefined ? undefined : await readRateTable(options.file);
        const { price, zone } = await withDatabase(cli, (db) => quote(db, options, draft));
        cli.print(price, () => (options.explain ? explain(price, zone) : formatMoney(price.amount, price.currency)));
      }),
    );
  return about(command, {
    examples: [
      "boothctl tariffs quote --in 2026-05-29T15:54 --out 2026-05-29T18:42 --class sedan --explain",
      "boothctl tariffs quote --in 2026-05-29T15:54 --out 2026-05-30T09:00 --tariff 1 --validation bar",
      "boothctl tariffs quote --in 2026-05-29T15:54 --out 2026-05-29T18:42 --file day.json --json",
    ],
    exits: [6],
  });
}

/** How an instant is written on the site's clock. */
type Zone = (at: string) => string;

async function quote(
  db: Db,
  options: Options,
  rateTable: RateTable | undefined,
): Promise<{ price: Price; zone: Zone }> {
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { wallTime } = await import("../../daemon/services/site-days.ts");
  const { quoteTariff, tariffInForce } = await import("../../daemon/services/tariffs.ts");
  const { TariffQuote } = await import("../../common/api/tariffs.ts");
  const { timezone } = siteOf(db);
  const enteredAt = await siteInstant(timezone, options.in, "--in");
  const exitedAt = await siteInstant(timezone, options.out, "--out");
  const stored = options.tariff === undefined ? tariffInForce(db, enteredAt) : await findTariff(db, options.tariff);
  const which = rateTable === undefined ? { tariffId: stored.id } : { rateTable };
  const stay = { enteredAt, exitedAt, vehicleClass: options.class, ...present({ validations: options.validation }) };
  const input = await checkInput(TariffQuote, { ...which, ...stay });
  return { price: quoteTariff({ db }, input), zone: (at) => wallTime(timezone, Date.parse(at)) };
}

function explain({ lines, amount, tax, currency }: Price, zone: Zone): string {
  const money = (value: number) => formatMoney(value, currency);
  const rows = lines.map((line) => [
    line.label,
    line.collection,
    zone(line.from),
    zone(line.to),
    line.quantity,
    money(line.value),
    money(line.amount),
  ]);
  const total = ["total", "", "", "", "", "", money(amount)];
  const heading = ["line", "collection", "from", "to", "quantity", "value", "amount"];
  return `${table(heading, [...rows, total])}\nTax within it: ${money(tax)}`;
}
