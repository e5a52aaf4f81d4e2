import { Command, Option } from "commander";
import type { Assignment, DeviceTest } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES, type DeviceCategory } from "../../common/drivers.ts";
import type { Booth } from "../../daemon/context.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError } from "../cli/errors.ts";
import { withBooth } from "../cli/open.ts";

/** What the test of one device of a lane found. */
export interface LaneTest extends DeviceTest {
  lane: string;
}

/** `boothctl setup test` */
export function testCommand(): Command {
  const command = new Command("test")
    .description("Asks a lane's devices whether they are there; moves no barrier and stores nothing.")
    .argument("<lane>", "its id")
    .addOption(new Option("--only <kind>", "only this device").choices(DEVICE_CATEGORIES))
    .action(act((cli, lane: string, { only }: { only?: DeviceCategory }) => testLane(cli, lane, only)));
  return about(command, {
    examples: [
      "boothctl setup test exit-1",
      "boothctl setup test exit-1 --only camera",
      "boothctl setup test exit-1 -v",
    ],
    exits: [6, 7, 8],
  });
}

async function testLane(cli: Cli, lane: string, only: DeviceCategory | undefined): Promise<void> {
  cli.whenRefused("Nothing was tested.", `boothctl setup show ${lane}`);
  const items = await withBooth(cli, async ({ booth }) => {
    const { readAssignedLane } = await import("../../daemon/services/setup.ts");
    const { testDevices } = await import("../../daemon/services/device-test.ts");
    const { devices } = readAssignedLane(booth.db, lane);
    const named = Object.entries(devices).filter(([category]) => only === undefined || category === only);
    if (named.length === 0) throw new CliError(7, "no_such_device", `${lane} has no ${only ?? "device"} to test.`);
    return testDevices(booth, {
      lane,
      devices: Object.fromEntries(named.map(([category, { driver, config }]) => [category, { driver, config }])),
    });
  });
  cli.print({ items, next: null }, () => testText(cli, items));
  const failed = items.filter(({ ok }) => !ok).map(({ category }) => category);
  if (failed.length === 0) return;
  throw new CliError(8, "check_failed", `${lane}: ${failed.join(" and ")} did not pass.`, {
    unchanged: "Nothing was changed.",
  });
}

/** One line for each test; below it, with `-v` or where it failed, what was asked and answered. */
export function testText(cli: Cli, tests: readonly DeviceTest[]): string {
  const mark = (ok: boolean) => (ok ? cli.paint.green("✓") : cli.paint.red("✗"));
  return tests
    .flatMap(({ category, ok, message, tookMs, transcript }) => [
      `${mark(ok)} ${category}  ${message} (${tookMs} ms)`,
      ...(cli.verbose || !ok ? transcript.map((line) => `    ${line}`) : []),
    ])
    .join("\n");
}

/**
 * Tests the devices that assignments name, as they are about to be stored; what is found is remembered for that. One lane
 * after the other, for lanes may share a board.
 */
export async function testAssignments(booth: Booth, assignments: readonly Assignment[]): Promise<LaneTest[]> {
  const { testDevices } = await import("../../daemon/services/device-test.ts");
  const tests: LaneTest[] = [];
  for (const assignment of assignments) {
    const { lane, devices } = assignment;
    // An assignment that names no device would be a test of all that the lane has.
    const found = Object.values(devices).some((choice) => choice) ? await testDevices(booth, assignment) : [];
    tests.push(...found.map((test) => ({ lane, ...test })));
  }
  return tests;
}

/** Refuses to go on after a test that failed: exit 8. */
export function assertPassed(tests: readonly LaneTest[], unchanged: string): void {
  const failed = tests.filter(({ ok }) => !ok);
  const [first] = failed;
  if (!first) return;
  const names = failed.map(({ lane, category }) => `${lane} ${category}`).join(" and ");
  throw new CliError(8, "check_failed", `${names} did not pass the test.`, {
    unchanged,
    hint: `boothctl setup catalog --kind ${first.category}`,
    notes: ["Without --test it is stored as it is."],
  });
}
