import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { ShiftReport } from "../../common/api/shifts.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, gather, parseJson, present } from "../cli/input.ts";
import { type OpenedBooth, withBooth } from "../cli/open.ts";
import { confirmName } from "../cli/prompt.ts";

interface Options {
  onBehalf?: boolean;
  count?: string[];
  countedFile?: string;
  remark?: string;
  confirm?: string;
}

/** `boothctl shifts close` */
export function closeCommand(): Command {
  const command = new Command("close")
    .description("Closes somebody else's shift on what was counted in the drawer, and prints its Z report.")
    .argument("<shift>", "its number")
    .option("--on-behalf", "for its cashier, who is not here; the ledger names both")
    .option(
      "--count <value=pieces>",
      "so many of a note or coin, such as 5000=2 for two of 50.00; several times",
      gather,
    )
    .option("--counted-file <file>", 'the same as JSON, such as {"5000":2,"200":3}; - for stdin')
    .option("--remark <text>", "what there is to say about it")
    .option("--confirm <shift>", "that nothing lies in the drawer, where nothing was counted")
    .action(act((cli, shift: string, options: Options) => close(cli, shift, options)));
  return about(command, {
    examples: ["boothctl shifts close 412 --on-behalf --count 5000=2 --count 200=3"],
    exits: [6, 7],
  });
}

async function close(cli: Cli, shift: string, { onBehalf, remark, confirm, ...counts }: Options): Promise<void> {
  cli.whenRefused(`Shift ${shift} was not closed.`, "boothctl shifts list --state open");
  if (!onBehalf) throw usageError(`Whoever sits here closes shift ${shift} for its cashier. This needs --on-behalf.`);
  const { ShiftClose } = await import("../../common/api/shifts.ts");
  const counted = countedOf(counts);
  const input = await checkInput(ShiftClose, present({ counted, note: remark }));
  await withBooth(cli, async (opened) => {
    const { readShift, closeShift } = await import("../../daemon/services/shifts.ts");
    const { booth, actor } = opened;
    const { number, closedAt } = readShift(booth, actor, shift);
    const isCounted = Object.keys(counted).length > 0;
    if (closedAt === undefined && !isCounted) await assertEmpty(cli, String(number), confirm);
    // Between the look and the close somebody may have closed it: that is what was asked for.
    const isOurs = closedAt === undefined && (await closeShift(booth, actor, shift, input).then(yes, noIfClosed));
    cli.say(isOurs ? `Shift #${number} is closed.` : `Shift #${number} is closed already: nothing to do.`);
    const report = await reportOf(opened, shift);
    cli.print(report, () => report.text.trimEnd());
  });
}

const yes = () => true;

function noIfClosed(error: unknown): boolean {
  if (error instanceof Error && "code" in error && error.code === "shift_required") return false;
  throw error;
}

async function reportOf({ booth, actor }: OpenedBooth, shift: string): Promise<ShiftReport> {
  const { reportShift } = await import("../../daemon/services/shift-report.ts");
  return reportShift(booth, actor, shift);
}

/** A drawer is never taken for empty because somebody forgot to count it. */
async function assertEmpty(cli: Cli, number: string, confirm: string | undefined): Promise<void> {
  const warning = `Nothing was counted: shift #${number} is closed with an empty drawer.`;
  if (confirm === undefined && !cli.interactive) {
    const hint = `${cli.commandLine} ${number} --on-behalf --count 5000=2 --count 200=3`;
    throw usageError(`${warning} Count it, or say so with --confirm ${number}.`, { hint });
  }
  await confirmName(cli, number, confirm, warning);
}

/** What was counted, as it was typed or as the file has it; the schema checks it. */
function countedOf({ count = [], countedFile }: Pick<Options, "count" | "countedFile">): object {
  if (countedFile !== undefined && count.length > 0) throw usageError("Give either --count or --counted-file.");
  if (countedFile !== undefined) return readCounted(countedFile);
  const counted = new Map<string, number>();
  for (const typed of count) {
    const [, value = "", pieces = ""] = /^(\d+)=(\d+)$/.exec(typed) ?? [];
    if (value === "")
      throw usageError(`--count ${typed}: expected a value in minor units and how many, such as 5000=2.`);
    if (counted.has(value)) throw usageError(`--count: ${value} is there twice.`);
    counted.set(value, Number(pieces));
  }
  return Object.fromEntries(counted);
}

function readCounted(path: string): object {
  const read = parseJson(readFileSync(path === "-" ? 0 : path, "utf8"), path);
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw usageError(`${path}: expected an object such as {"5000":2,"200":3}.`);
  return read;
}
