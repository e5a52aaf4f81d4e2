import { Command } from "commander";
import { formatMoney } from "../../common/money.ts";
import type { CaseResult } from "../../common/rate-cases.ts";
import type { RateDifference } from "../../common/rate-differences.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, sentence } from "../cli/errors.ts";
import { withDatabase } from "../cli/open.ts";
import { findTariff, readRateTable } from "../cli/rate-table-input.ts";
import { table } from "../cli/text.ts";

/** `boothctl tariffs test` */
export function testCommand(): Command {
  const command = new Command("test")
    .description("Checks a rate table as publishing does: that every hour has a price, and that its own cases hold.")
    .argument("<file>", "a rate table in JSON")
    .action(act(testTable));
  return about(command, {
    examples: ["boothctl tariffs test day.json", "boothctl tariffs test day.json --json"],
    exits: [8],
  });
}

async function testTable(cli: Cli, file: string): Promise<void> {
  cli.whenRefused("Nothing was published.", "boothctl tariffs show --rate-table > day.json");
  const rateTable = await readRateTable(file);
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { timezone, currency } = await withDatabase(cli, siteOf);
  const { checkRateTable } = await import("../../common/rate-table.ts");
  const { runCases } = await import("../../common/rate-cases.ts");
  const problems = checkRateTable(rateTable, currency, timezone);
  const cases = runCases(rateTable, currency, timezone);
  cli.print({ ok: problems.length === 0, problems, cases }, () => casesText(cases, currency));
  const [first, ...others] = problems;
  if (first === undefined) return cli.say(`${file} may be published.`);
  const [failed] = cases.filter(({ problem }) => problem?.member === "expect");
  throw new CliError(8, "check_failed", sentence(first.message), {
    unchanged: "Nothing was published.",
    hint: failed ? explainLine(failed, file) : "boothctl tariffs test --help",
    notes: [first, ...others].map(({ path, message }) => `${path}: ${message}`),
  });
}

/** The command that shows how the price of a case comes about. */
function explainLine({ enter, exit, vehicleClass }: CaseResult, file: string): string {
  return `boothctl tariffs quote --file ${file} --in ${enter} --out ${exit} --class ${vehicleClass} --explain`;
}

function casesText(cases: readonly CaseResult[], currency: string): string {
  if (cases.length === 0) return "The table has no cases.";
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency));
  const rows = cases.map((one, i) => [
    i + 1,
    one.enter,
    one.exit,
    one.vehicleClass,
    money(one.expect),
    money(one.got),
    one.ok,
  ]);
  return table(["case", "enter", "exit", "class", "expected", "got", "holds"], rows);
}

/** `boothctl tariffs diff` */
export function diffCommand(): Command {
  const command = new Command("diff")
    .description("Lists what a rate table changes against a published version.")
    .argument("<file>", "a rate table in JSON")
    .option("--with <tariff>", "the number or id of a version (default: the newest)")
    .action(
      act(async (cli, file: string, options: { with?: string }) => {
        cli.whenRefused("Nothing was changed.", "boothctl tariffs list");
        const rateTable = await readRateTable(file);
        const old = await withDatabase(cli, async (db) => {
          const { newestTariff } = await import("../../daemon/services/tariffs.ts");
          return options.with === undefined ? newestTariff(db) : await findTariff(db, options.with);
        });
        const { compareRateTables } = await import("../../common/rate-differences.ts");
        const differences = compareRateTables(old.rateTable, rateTable);
        cli.print({ with: { id: old.id, version: old.version }, differences }, () => differencesText(differences));
        if (differences.length === 0) cli.say(`${file} says the same as version ${old.version}.`);
      }),
    );
  return about(command, {
    examples: ["boothctl tariffs diff day.json", "boothctl tariffs diff day.json --with 1"],
    exits: [6],
  });
}

function differencesText(differences: readonly RateDifference[]): string {
  if (differences.length === 0) return "";
  const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const rows = differences.map(({ path, collection, before, after }) => [
    collection,
    path,
    shown(before),
    shown(after),
  ]);
  return table(["collection", "member", "before", "after"], rows);
}
