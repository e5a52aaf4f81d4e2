import { Command, Option } from "commander";
import type { Agreement, ReviewStats } from "../../common/api/collector.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { withCollector } from "../cli/collector.ts";
import { isStdout, writeAnswer } from "../cli/output.ts";
import { table } from "../cli/text.ts";

/** `boothctl collector stats` */
export function statsCommand(): Command {
  const command = new Command("stats").description("Shows how the reviewers agree with operators and cameras.").action(
    act(async (cli) => {
      const { reviewStats } = await import("../../collector/stats.ts");
      const stats = await withCollector(cli, (collector) => reviewStats(collector, {}));
      cli.print(stats, () => statsText(stats));
    }),
  );
  return about(command, {
    examples: ["boothctl collector stats", "boothctl collector stats --json"],
    exits: [6],
  });
}

function statsText({ states, wash, camera, operators }: ReviewStats): string {
  const counts = table(
    ["packages", "pending", "skipped", "reviewed", "unusable"],
    (["wash", "entry"] as const).map((kind) => {
      const { pending, skipped, reviewed, unusable } = states[kind];
      return [kind, pending, skipped, reviewed, unusable];
    }),
  );
  const agreements = table(
    ["against the reviewer", "agree", "disagree", "unusable", "share"],
    [
      row("operators, washes", wash),
      row("camera, washes", camera.wash),
      row("camera, entries", camera.entry),
      ...operators.map((operator) => row(`  ${operator.boothId} ${operator.operatorHash ?? ""}`, operator)),
    ],
  );
  return `${counts}\n\n${agreements}`;
}

const percent = (share: number): string => (share * 100).toFixed(1);

function row(name: string, { agree, disagree, unusable, share }: Agreement): unknown[] {
  const text = share && `${percent(share.value)} % (${percent(share.low)} to ${percent(share.high)})`;
  return [name, agree, disagree, unusable, text];
}

interface ExportOptions {
  format: "csv" | "jsonl";
  output?: string;
}

/** `boothctl collector export` */
export function exportCommand(): Command {
  const command = new Command("export")
    .description("Writes every labelled crop: as CSV for a spreadsheet, or as JSON lines for a training.")
    .addOption(new Option("--format <format>", "csv, jsonl").choices(["csv", "jsonl"]).default("csv"))
    .option("-o, --output <file>", "a file, or - for stdout", "-")
    .action(
      act(async (cli, { format, output }: ExportOptions) => {
        cli.whenRefused("Nothing was written.", "boothctl collector export --help");
        const { labelsCsv, labelsJsonl } = await import("../../collector/export.ts");
        await withCollector(cli, (collector) =>
          writeAnswer(output, format === "csv" ? labelsCsv(collector) : labelsJsonl(collector)),
        );
        if (isStdout(output)) return;
        cli.print({ file: output, format }, () => "");
        cli.say(`The labels are in ${output}.`);
      }),
    );
  return about(command, {
    examples: ["boothctl collector export -o labels.csv", "boothctl collector export --format jsonl -o labels.jsonl"],
    exits: [6],
  });
}
