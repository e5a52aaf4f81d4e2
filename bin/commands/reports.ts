import { Command, Option } from "commander";
import {
  type DayReport,
  EXCEPTION_KINDS,
  type ExceptionsReport,
  OCCUPANCY_BY,
  type OccupancyReport,
  REVENUE_BY,
  type RevenueReport,
} from "../../common/api/reports.ts";
import { formatMoney } from "../../common/money.ts";
import type { Clock } from "../../common/node/clock.ts";
import type { Db } from "../../common/node/db.ts";
import type { ReportTable } from "../../daemon/services/reports/table.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, present, wholeNumber } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { type SiteTimes, siteTimes } from "../cli/site-times.ts";
import { table } from "../cli/text.ts";

/** `boothctl reports …` */
export function reportsCommand(): Command {
  const reports = new Command("reports").description(
    "What was taken, who came and went, and what somebody should look at.",
  );
  for (const verb of [revenue(), occupancy(), exceptions(), day()]) reports.addCommand(verb);
  return reports;
}

interface RangeOptions {
  date?: string;
  from?: string;
  to?: string;
  csv?: boolean;
}

const withCsv = (command: Command) =>
  command.option("--csv", "as a table for a spreadsheet (RFC 4180), money in minor units");

const withRange = (command: Command) =>
  withCsv(
    command
      .option("--date <date>", "one day of the site, such as 2026-11-20, or today (the default)")
      .option("--from <when>", "from a day or an instant on, such as 2026-11-20 or 2026-11-20T18:00:00Z")
      .option("--to <when>", "until a day, with it, or until an instant"),
  );

/** The range of a query. A day that was named is checked by itself, so that a refusal names it. */
async function rangeOf({ date, from, to }: RangeOptions): Promise<{ from?: string; to?: string }> {
  if (date === undefined) return present({ from, to });
  if (from !== undefined || to !== undefined) throw usageError("--date stands for both --from and --to.");
  if (date === "today") return {};
  const { DayQuery } = await import("../../common/api/reports.ts");
  await checkInput(DayQuery, { date });
  return { from: date, to: date };
}

interface ReportBooth {
  db: Db;
  clock: Clock;
}

interface Made<R> {
  report: R;
  table: ReportTable;
}

/** Makes a report out of the database as it is, without any key, and answers with it in the form that was asked for. */
async function tell<R>(
  cli: Cli,
  csv: boolean | undefined,
  make: (booth: ReportBooth) => Promise<Made<R>>,
  text: (report: R, time: SiteTimes) => string,
): Promise<void> {
  if (csv && cli.json) throw usageError("--csv and --json are two answers; ask for one of them.");
  const { systemClock } = await import("../../common/node/clock.ts");
  const { made, time } = await withDatabase(cli, async (db) => ({
    made: await make({ db, clock: systemClock }),
    time: await siteTimes(db),
  }));
  if (!csv) return cli.print(made.report, () => text(made.report, time));
  const { csvOf } = await import("../../daemon/http/report-answer.ts");
  process.stdout.write(csvOf(made.table));
}

const moneyIn = (currency: string) => (amount: number | null) =>
  amount === null ? null : formatMoney(amount, currency);

const loadTables = () => import("../../daemon/services/reports/tables.ts");

function revenue(): Command {
  const command = withRange(
    new Command("revenue")
      .description("Tells what was taken and voided, by hour, day, lane, method, tariff or person.")
      .addOption(new Option("--by <what>", "one row for each").choices(REVENUE_BY).default("hour")),
  ).action(
    act(async (cli, { by, csv, ...range }: RangeOptions & { by: string }) => {
      const { RevenueQuery } = await import("../../common/api/reports.ts");
      const query = await checkInput(RevenueQuery, { by, ...(await rangeOf(range)) });
      const make = async (booth: ReportBooth) => {
        const { reportRevenue } = await import("../../daemon/services/reports/revenue.ts");
        const report = reportRevenue(booth, query);
        return { report, table: (await loadTables()).revenueTable(report) };
      };
      await tell(cli, csv, make, revenueText);
    }),
  );
  return about(command, {
    examples: ["boothctl reports revenue --by lane", "boothctl reports revenue --date today --csv > revenue.csv"],
  });
}

function revenueText({ by, currency, rows, total }: RevenueReport): string {
  const money = moneyIn(currency);
  const cells = [...rows, { name: "total", ...total }].map((row) => [
    row.name,
    row.payments,
    money(row.taken),
    row.voids,
    money(row.voided),
    money(row.amount),
    money(row.tax),
  ]);
  return table([by, "payments", "taken", "voids", "voided", "revenue", "tax"], cells);
}

function occupancy(): Command {
  const command = withRange(
    new Command("occupancy")
      .description("Tells how many cars came, left and were inside, by quarter, hour or day.")
      .addOption(new Option("--by <what>", "one row for each").choices(OCCUPANCY_BY).default("hour")),
  ).action(
    act(async (cli, { by, csv, ...range }: RangeOptions & { by: string }) => {
      const { OccupancyQuery } = await import("../../common/api/reports.ts");
      const query = await checkInput(OccupancyQuery, { by, ...(await rangeOf(range)) });
      const make = async (booth: ReportBooth) => {
        const { reportOccupancy } = await import("../../daemon/services/reports/occupancy.ts");
        const report = reportOccupancy(booth, query);
        return { report, table: (await loadTables()).occupancyTable(report) };
      };
      await tell(cli, csv, make, occupancyText);
    }),
  );
  return about(command, {
    examples: ["boothctl reports occupancy", "boothctl reports occupancy --by quarter --csv > occupancy.csv"],
  });
}

const minutes = (seconds: number | null) => (seconds === null ? null : `${Math.round(seconds / 60)} min`);

function occupancyText({ by, rows, total }: OccupancyReport): string {
  const cells = [...rows, { name: "total", ...total, inside: null }].map((row) => [
    row.name,
    row.entries,
    row.exits,
    row.inside,
    row.peak,
    minutes(row.averageStaySeconds),
  ]);
  return table([by, "entries", "exits", "inside", "peak", "average stay"], cells);
}

function exceptions(): Command {
  const command = withRange(
    new Command("exceptions")
      .description("Lists what somebody should look at: voids, openings by hand, differences, lost tickets, copies.")
      .addOption(new Option("--kind <kind>", "only this kind").choices(EXCEPTION_KINDS))
      .option(
        "-n, --number <count>",
        "at most so many, the last first; --csv has all of a year at most",
        wholeNumber,
        50,
      ),
  ).action(
    act(async (cli, { kind, number, csv, ...range }: RangeOptions & { kind?: string; number: number }) => {
      const { ExceptionsQuery } = await import("../../common/api/reports.ts");
      const given = { limit: String(number), ...present({ kind }), ...(await rangeOf(range)) };
      const query = await checkInput(ExceptionsQuery, given);
      const make = async (booth: ReportBooth) => {
        const { reportExceptions } = await import("../../daemon/services/reports/exceptions.ts");
        const report = reportExceptions(booth, query, csv);
        if (report.next !== null) cli.say(`There are more than ${number}; -n and --csv show more.`);
        return { report, table: (await loadTables()).exceptionsTable(report) };
      };
      await tell(cli, csv, make, exceptionsText);
    }),
  );
  return about(command, {
    examples: ["boothctl reports exceptions -n 20", "boothctl reports exceptions --kind void --json"],
  });
}

function exceptionsText({ currency, summary, items }: ExceptionsReport, time: SiteTimes): string {
  if (summary.length === 0) return "No exceptions.";
  const money = moneyIn(currency);
  const sums = summary.map(({ kind, count, amount }) => [kind, count, money(amount)]);
  const cells = items.map((item) => [
    item.seq,
    time(item.at),
    item.kind,
    item.lane,
    item.actor.name,
    money(item.amount),
    item.reason,
    item.note,
  ]);
  const heading = ["entry", "at", "kind", "lane", "by", "amount", "reason", "note"];
  return `${table(["kind", "count", "amount"], sums)}\n\n${table(heading, cells)}`;
}

function day(): Command {
  const command = withCsv(
    new Command("day")
      .description("Prints the report of a site day, and whether and when the day was signed.")
      .argument("[date]", "such as 2026-11-20, or today", "today"),
  ).action(
    act(async (cli, date: string, { csv }: { csv?: boolean }) => {
      const { DayQuery } = await import("../../common/api/reports.ts");
      const query = await checkInput(DayQuery, date === "today" ? {} : { date });
      const make = async (booth: ReportBooth) => {
        const { reportDay } = await import("../../daemon/services/reports/day.ts");
        const report = reportDay(booth, query);
        return { report, table: (await loadTables()).dayTable(booth.db, report) };
      };
      await tell(cli, csv, make, (report: DayReport) => report.text.trimEnd());
    }),
  );
  return about(command, {
    examples: ["boothctl reports day", "boothctl reports day today --csv > day.csv"],
    exits: [6],
  });
}
