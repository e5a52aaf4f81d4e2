import { Command, Option } from "commander";
import type { Shift } from "../../common/api/shifts.ts";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { loginName } from "../cli/environment.ts";
import { wholeNumber } from "../cli/input.ts";
import { withDatabase } from "../cli/open.ts";
import { siteTimes } from "../cli/site-times.ts";
import { pairs, table } from "../cli/text.ts";
import { closeCommand } from "./shifts-close.ts";

/** `boothctl shifts …` */
export function shiftsCommand(): Command {
  const shifts = new Command("shifts").description("The cashiers' shifts.");
  for (const verb of [list(), show(), report(), closeCommand()]) shifts.addCommand(verb);
  return shifts;
}

interface ListOptions {
  state?: "open" | "closed";
  number: number;
}

function list(): Command {
  const command = new Command("list")
    .description("Lists shifts, the last opened first.")
    .addOption(new Option("--state <state>", "only these").choices(["open", "closed"]))
    .option("-n, --number <count>", "at most so many", wholeNumber, 50)
    .action(
      act(async (cli, { state, number }: ListOptions) => {
        const { names, money, time, page } = await withDatabase(cli, async (db) => {
          const { cliActor } = await import("../../daemon/services/actors.ts");
          const { listShifts } = await import("../../daemon/services/shifts.ts");
          const page = listShifts({ db }, cliActor(loginName()), { limit: number, state });
          return { page, names: await userNames(db), money: await moneyOf(db), time: await siteTimes(db) };
        });
        const rows = page.items.map((shift) => [
          shift.number,
          names(shift),
          time(shift.openedAt),
          time(shift.closedAt),
          money(shift.float),
          money(shift.expected),
          money(shift.overShort),
        ]);
        cli.print(page, () => table(["shift", "user", "opened", "closed", "float", "expected", "over/short"], rows));
      }),
    );
  return about(command, { examples: ["boothctl shifts list", "boothctl shifts list --state open"] });
}

async function userNames(db: Db): Promise<(shift: Shift) => string> {
  const { allUsers } = await import("../cli/access-lists.ts");
  const users = allUsers(db);
  return ({ userId }) => users.find(({ id }) => id === userId)?.username ?? userId;
}

async function moneyOf(db: Db): Promise<(amount: number | undefined) => string> {
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { formatMoney } = await import("../../common/money.ts");
  const { currency } = siteOf(db);
  return (amount) => (amount === undefined ? "" : formatMoney(amount, currency));
}

function show(): Command {
  const command = new Command("show")
    .description("Shows a shift.")
    .argument("<shift>", "its number")
    .action(
      act(async (cli, id: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl shifts list");
        const { shift, money, time, name } = await withDatabase(cli, async (db) => {
          const { cliActor } = await import("../../daemon/services/actors.ts");
          const { readShift } = await import("../../daemon/services/shifts.ts");
          const shift = readShift({ db }, cliActor(loginName()), id);
          return { shift, money: await moneyOf(db), time: await siteTimes(db), name: (await userNames(db))(shift) };
        });
        const sums = [
          ["float", money(shift.float)],
          ["expected", money(shift.expected)],
          ["over/short", money(shift.overShort)],
        ] as const;
        cli.print(shift, () =>
          pairs([
            ["shift", shift.number],
            ["user", name],
            ["opened", time(shift.openedAt)],
            ["closed", time(shift.closedAt)],
            ...sums,
          ]),
        );
      }),
    );
  return about(command, { examples: ["boothctl shifts show 412"], exits: [6] });
}

function report(): Command {
  const command = new Command("report")
    .description("Prints a shift's report: X while it is open, Z once it is closed.")
    .argument("<shift>", "its number")
    .action(act((cli, id: string) => printReport(cli, id)));
  return about(command, { examples: ["boothctl shifts report 412"], exits: [6] });
}

async function printReport(cli: Cli, id: string): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl shifts list");
  const found = await withDatabase(cli, async (db) => {
    const { cliActor } = await import("../../daemon/services/actors.ts");
    const { reportShift } = await import("../../daemon/services/shift-report.ts");
    return reportShift({ db }, cliActor(loginName()), id);
  });
  cli.print(found, () => found.text.trimEnd());
}
