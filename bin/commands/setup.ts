import { Command, Option } from "commander";
import { DEVICE_CATEGORIES, type DeviceCategory, type DriverEntry } from "../../common/drivers.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { withBooth, withDatabase } from "../cli/open.ts";
import { pairs, table } from "../cli/text.ts";
import { laneTable } from "./lanes.ts";
import { assignCommand } from "./setup-assign.ts";
import { testCommand } from "./setup-test.ts";

/** `boothctl setup …` */
export function setupCommand(): Command {
  const setup = new Command("setup").description("The lanes and their hardware: drivers, assignment, tests.");
  for (const verb of [catalog(), assignCommand(), show(), testCommand(), unassign(), exportAll(), state(), complete()])
    setup.addCommand(verb);
  return setup;
}

const kindOption = (flags: string, description: string) => new Option(flags, description).choices(DEVICE_CATEGORIES);

function catalog(): Command {
  const command = new Command("catalog")
    .description("Lists the drivers there are, with their settings.")
    .addOption(kindOption("--kind <kind>", "only drivers of this kind"))
    .action(
      act(async (cli, { kind }: { kind?: DeviceCategory }) => {
        const { catalogPayload } = await import("../../daemon/devices/catalog.ts");
        const { kinds } = catalogPayload();
        const shown = kind === undefined ? kinds : { [kind]: kinds[kind] };
        cli.print({ kinds: shown }, () => Object.values(shown).flat().map(driverText).join("\n\n"));
      }),
    );
  return about(command, { examples: ["boothctl setup catalog --kind reader", "boothctl setup catalog --json"] });
}

function driverText({ kind, id, label, summary, status, caveats, fields }: DriverEntry): string {
  const head = `${kind} "${id}" – ${label} (${status})\n  ${[summary, ...caveats.map((each) => `Mind: ${each}.`)].join(" ")}`;
  if (fields.length === 0) return head;
  const rows = fields.map((field) => [
    `${kind}.${field.name}`,
    field.options?.join("|") ?? field.type,
    field.required ? "required" : field.default === undefined ? "optional" : `default ${field.default}`,
    field.help || field.label,
  ]);
  return `${head}\n${table(["setting", "type", "value", "meaning"], rows).replace(/^/gm, "  ")}`;
}

function show(): Command {
  const command = new Command("show")
    .description("Shows what is assigned to a lane.")
    .argument("<lane>", "its id")
    .action(
      act(async (cli, lane: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl lanes list");
        const found = await withDatabase(cli, async (db) =>
          (await import("../../daemon/services/setup.ts")).readAssignedLane(db, lane),
        );
        const devices = DEVICE_CATEGORIES.map((category) => {
          const device = found.devices[category];
          const settings = Object.entries(device?.config ?? {}).map(
            ([name, value]) => `${name}=${typeof value === "object" ? "(set)" : value}`,
          );
          return [category, device && [device.driver, ...settings].join(" ")] as const;
        });
        cli.print(found, () =>
          pairs([["lane", found.lane], ["name", found.name], ["direction", found.direction], ...devices]),
        );
      }),
    );
  return about(command, { examples: ["boothctl setup show exit-1"], exits: [6] });
}

function unassign(): Command {
  const command = new Command("unassign").description("Takes devices off a lane.").argument("<lane>", "its id");
  for (const category of DEVICE_CATEGORIES) command.option(`--${category}`, `take the ${category} off`);
  command.action(
    act(async (cli, lane: string, flags: Partial<Record<DeviceCategory, boolean>>) => {
      cli.whenRefused(`${lane} was not changed.`, "boothctl lanes list");
      const named = DEVICE_CATEGORIES.filter((category) => flags[category]);
      if (named.length === 0) throw usageError("Which device?", { hint: `boothctl setup unassign ${lane} --reader` });
      await withBooth(cli, async ({ booth, actor }) => {
        const { assignLane, previewAssignments, readAssignedLane } = await import("../../daemon/services/setup.ts");
        const { tagOf } = await import("../../common/node/etag.ts");
        const seen = { ifMatch: tagOf(readAssignedLane(booth.db, lane)) };
        cli.whenRefused(`${lane} was not changed.`, `boothctl setup show ${lane}`);
        const assignment = { lane, devices: Object.fromEntries(named.map((category) => [category, null])) };
        const changes = previewAssignments(booth, [assignment]).length > 0;
        const after = await assignLane(booth, actor, assignment, seen);
        cli.print(after, () => "");
        cli.say(
          changes
            ? `${lane} has no ${named.join(" and no ")} any more.`
            : `${lane} has no ${named.join(" and no ")}: nothing to do.`,
        );
      });
    }),
  );
  return about(command, { examples: ["boothctl setup unassign exit-1 --reader"], exits: [6] });
}

function exportAll(): Command {
  const command = new Command("export")
    .description("Prints all lanes as JSON that setup assign -f takes; secrets stay here.")
    .action(
      act(async (cli) => {
        const lanes = await withDatabase(cli, async (db) =>
          (await import("../../daemon/services/setup.ts")).exportSetup({ db }),
        );
        cli.print(lanes, () => JSON.stringify(lanes, null, 2));
      }),
    );
  return about(command, { examples: ["boothctl setup export > lanes.json"] });
}

function state(): Command {
  const command = new Command("state").description("Says how far setup has come, and what is missing.").action(
    act(async (cli) => {
      const found = await withDatabase(cli, async (db) =>
        (await import("../../daemon/services/setup.ts")).readSetupState({ db }),
      );
      const missing = found.missing.map(({ lane, message }) => `missing    ${lane ? `${lane} ${message}` : message}`);
      const lanes = found.lanes.length > 0 ? ["", laneTable(found.lanes)] : [];
      cli.print(found, () => [`completed  ${found.completedAt ?? "no"}`, ...missing, ...lanes].join("\n"));
    }),
  );
  return about(command, { examples: ["boothctl setup state"] });
}

function complete(): Command {
  const command = new Command("complete")
    .description("Marks setup as complete, once every lane has what it needs.")
    .action(
      act(async (cli) => {
        cli.whenRefused("Setup stays open.", "boothctl setup state");
        await withBooth(cli, async ({ booth, actor }) => {
          const { completeSetup } = await import("../../daemon/services/setup.ts");
          const found = await completeSetup(booth, actor);
          cli.print(found, () => "");
          cli.say(`Setup is complete since ${found.completedAt}.`);
        });
      }),
    );
  return about(command, { examples: ["boothctl setup complete"], exits: [7] });
}
