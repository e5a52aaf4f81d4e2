import { Command } from "commander";
import type { AssignedLane } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES } from "../../common/drivers.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { withDatabase } from "../cli/open.ts";
import { table } from "../cli/text.ts";
import { openCommand } from "./lanes-open.ts";
import { watchCommand } from "./lanes-watch.ts";

/** `boothctl lanes …` */
export function lanesCommand(): Command {
  return new Command("lanes")
    .description("The lanes of the site.")
    .addCommand(list())
    .addCommand(watchCommand())
    .addCommand(openCommand());
}

function list(): Command {
  const command = new Command("list").description("Lists the lanes and the devices assigned to them.").action(
    act(async (cli) => {
      const items = await withDatabase(
        cli,
        async (db) => (await import("../../daemon/services/setup.ts")).readSetupState({ db }).lanes,
      );
      cli.print({ items, next: null }, () => laneTable(items));
    }),
  );
  return about(command, { examples: ["boothctl lanes list"] });
}

/** Lanes with the driver of each of their devices. */
export function laneTable(lanes: readonly AssignedLane[]): string {
  const rows = lanes.map(({ lane, name, direction, devices }) => [
    lane,
    name,
    direction,
    ...DEVICE_CATEGORIES.map((category) => devices[category]?.driver),
  ]);
  return table(["lane", "name", "direction", ...DEVICE_CATEGORIES], rows);
}
