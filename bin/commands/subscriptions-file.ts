import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { ImportResult } from "../../common/api/subscriptions.ts";
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "../../common/words.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { checkInput } from "../cli/input.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { isStdout, writeAnswer } from "../cli/output.ts";
import { table } from "../cli/text.ts";

/** The verbs that read and write files of subscriptions. */
export function fileCommands(): Command[] {
  return [importFile(), exportFile()];
}

interface ImportOptions {
  dryRun?: boolean;
  skipBad?: boolean;
}

function importFile(): Command {
  const command = new Command("import")
    .description("Adds the subscriptions of a CSV file, all of them or none; says what is wrong with which row.")
    .argument("<file>", "the file, or - for stdin; its columns are those that export writes")
    .option("--dry-run", "check every row and store nothing")
    .option("--skip-bad", "store the good rows and leave out the bad ones")
    .action(act((cli, path: string, options: ImportOptions) => importRows(cli, path, options)));
  return about(command, {
    examples: [
      "boothctl subscriptions import people.csv --dry-run",
      "boothctl subscriptions import people.csv --skip-bad",
    ],
    exits: [3],
  });
}

async function importRows(cli: Cli, path: string, { dryRun = false, skipBad = false }: ImportOptions): Promise<void> {
  cli.whenRefused("Nothing was stored.", `boothctl subscriptions import ${path} --dry-run`);
  const csv = readText(path);
  const result = await withBooth(cli, async ({ booth, actor }) => {
    const { SubscriptionImport } = await import("../../common/api/subscriptions.ts");
    const { importSubscriptions } = await import("../../daemon/services/subscription-import.ts");
    const input = await checkInput(SubscriptionImport, { csv, dryRun, skipBad });
    return importSubscriptions(booth, actor, input).catch(refusedRows);
  });
  cli.print(result, () => badRows(result));
  const { good, bad, created } = result;
  const what = `Good rows: ${good}; bad rows: ${bad}; stored: ${created}.`;
  if (bad === 0) return cli.say(what);
  if (created > 0) throw new CliError(3, "partly_done", what, { unchanged: "The bad rows were left out." });
  throw new CliError(2, "invalid_input", what, { hint: `boothctl subscriptions import ${path} --skip-bad` });
}

/** A file with bad rows is refused with what was found; what else is refused stays so. */
function refusedRows(error: unknown): ImportResult {
  const body =
    error instanceof Error && "extras" in error ? (error.extras as { body?: { result?: ImportResult } }).body : {};
  if (!body?.result) throw error;
  return body.result;
}

function badRows({ rows }: ImportResult): string {
  const bad = rows.flatMap(({ line, holder, problems }) =>
    problems.map(({ column, message }) => [line, holder, column, message]),
  );
  return bad.length === 0 ? "" : table(["line", "holder", "column", "problem"], bad);
}

function readText(path: string): string {
  const bytes = readFileSync(path === "-" ? 0 : path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`${path}: expected text in UTF-8; a spreadsheet offers it as "CSV UTF-8".`);
  }
}

interface ExportOptions {
  status?: SubscriptionStatus;
  output?: string;
}

function exportFile(): Command {
  const command = new Command("export")
    .description("Writes subscriptions as CSV that import reads again; a spreadsheet takes none of it for a formula.")
    .addOption(new Option("--status <status>", "only these").choices(SUBSCRIPTION_STATUSES))
    .option("-o, --output <file>", "a file, or - for stdout", "-")
    .action(
      act(async (cli, { status, output }: ExportOptions) => {
        cli.whenRefused("Nothing was written.", "boothctl subscriptions export --help");
        const { subscriptionTable } = await import("../../daemon/services/subscription-export.ts");
        const { csvLines } = await import("../../common/node/csv-lines.ts");
        const found = await withDatabase(cli, async (db) => {
          const made = subscriptionTable(db, status);
          await writeAnswer(output, [csvLines([made.columns, ...made.rows])]);
          return { written: made.rows.length, erased: made.erased };
        });
        if (!isStdout(output)) cli.print({ file: output, ...found }, () => "");
        cli.say(`Exported subscriptions: ${found.written}.`);
        if (found.erased > 0) cli.say(`Left out, because who had them is erased: ${found.erased}.`);
      }),
    );
  return about(command, { examples: ["boothctl subscriptions export -o subscribers.csv"] });
}
