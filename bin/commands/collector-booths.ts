import { Command } from "commander";
import type { BoothToken } from "../../collector/booths.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { withCollector, withNewCollector } from "../cli/collector.ts";
import { checkInput } from "../cli/input.ts";
import { confirmName } from "../cli/prompt.ts";
import { table } from "../cli/text.ts";

const LIST = "boothctl collector booths list";

/** `boothctl collector booths …` */
export function boothsCommand(): Command {
  const booths = new Command("booths").description("The booths that may send packages to this collector.");
  for (const verb of [add(), list(), rotate(), remove()]) booths.addCommand(verb);
  return booths;
}

function list(): Command {
  const command = new Command("list").description("Lists the booths and how many packages each has sent.").action(
    act(async (cli) => {
      const { listBooths } = await import("../../collector/booths.ts");
      const items = await withCollector(cli, listBooths);
      const rows = items.map((booth) => [booth.id, booth.addedAt, booth.rotatedAt, booth.items]);
      cli.print({ items, next: null }, () => table(["booth", "added", "token changed", "packages"], rows));
    }),
  );
  return about(command, { examples: [LIST], exits: [6] });
}

function add(): Command {
  const command = new Command("add")
    .description("Lets a booth send packages; prints its token once.")
    .argument("<booth>", "the booth's BOOTH_ID")
    .action(
      act(async (cli, id: string) => {
        cli.whenRefused("No booth was added.", "boothctl collector booths add --help");
        const booth = await boothId(id);
        cli.whenRefused("No booth was added.", `boothctl collector booths rotate ${booth}`);
        const { addBooth } = await import("../../collector/booths.ts");
        tellToken(cli, await withNewCollector(cli, (collector) => addBooth(collector, booth)));
      }),
    );
  return about(command, {
    examples: ["boothctl collector booths add booth-1", "boothctl collector booths add booth-2 --json"],
    exits: [7],
  });
}

function rotate(): Command {
  const command = new Command("rotate")
    .description("Gives a booth a new token and prints it once; the old one is worth nothing from then on.")
    .argument("<booth>", "which")
    .action(
      act(async (cli, id: string) => {
        cli.whenRefused("No token was changed.", LIST);
        const { rotateToken } = await import("../../collector/booths.ts");
        tellToken(cli, await withCollector(cli, (collector) => rotateToken(collector, id)));
      }),
    );
  return about(command, { examples: ["boothctl collector booths rotate booth-1"], exits: [6] });
}

function remove(): Command {
  const command = new Command("remove")
    .description("Lets a booth send no more; what it has sent stays.")
    .argument("<booth>", "which")
    .option("--confirm <booth>", "the booth again, instead of being asked")
    .action(
      act(async (cli, id: string, { confirm }: { confirm?: string }) => {
        cli.whenRefused(`${id} was not removed.`, LIST);
        await confirmName(cli, id, confirm, `This ends the token of ${id}.`);
        const { removeBooth } = await import("../../collector/booths.ts");
        const removed = await withCollector(cli, (collector) => removeBooth(collector, id));
        cli.print({ booth: id, removed }, () => "");
        cli.say(removed ? `${id} was removed; its packages stay.` : `There is no booth ${id}: nothing to do.`);
      }),
    );
  return about(command, { examples: ["boothctl collector booths remove booth-2 --confirm booth-2"], exits: [6] });
}

async function boothId(id: string): Promise<string> {
  const { Slug } = await import("../../common/api/parts.ts");
  return checkInput(Slug, id);
}

function tellToken(cli: Cli, made: BoothToken): void {
  cli.print(made, () => made.token);
  cli.say(
    `This token of ${made.booth} is shown once; it belongs into COLLECTOR_TOKEN of the booth, where boothctl review flush says whether it is taken.`,
  );
}
