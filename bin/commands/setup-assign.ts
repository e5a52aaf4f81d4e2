import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { AssignedLane, Assignment } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES } from "../../common/drivers.ts";
import type { Seen } from "../../common/node/etag.ts";
import { DIRECTIONS } from "../../common/words.ts";
import type { Booth } from "../../daemon/context.ts";
import type { LanePlan } from "../../daemon/services/setup-plan.ts";
import { about } from "../cli/about.ts";
import type { AssignFlags } from "../cli/assignment.ts";
import { act, type Cli } from "../cli/cli.ts";
import { usageError } from "../cli/errors.ts";
import { checkInput, gather, parseJson, wholeNumber } from "../cli/input.ts";
import { type OpenedBooth, withBooth } from "../cli/open.ts";
import { readStdin } from "../cli/prompt.ts";
import { assertPassed, testAssignments, testText } from "./setup-test.ts";

interface Options extends AssignFlags {
  file?: string;
  dryRun?: boolean;
  test?: boolean;
}

/** What is to be stored, and on sight of what. */
interface Intended {
  assignments: readonly Assignment[];
  seen: Seen;
  unchanged: string;
}

/** `boothctl setup assign` */
export function assignCommand(): Command {
  const command = new Command("assign")
    .description("Assigns devices to a lane, or to many from a file; a lane that is new is made.")
    .argument("[lane]", "its id")
    .addOption(new Option("--direction <direction>", "needed for a new lane").choices(DIRECTIONS))
    .option("--name <name>", "the lane's name (default: its id)")
    .option("--position <n>", "its place among the lanes (default: last)", wholeNumber);
  for (const category of DEVICE_CATEGORIES) command.option(`--${category} <driver>`, `the driver of its ${category}`);
  command
    .option("--set <category.field=value>", "a setting of a device; may be repeated", gather)
    .option("--set-file <category.field=path>", "the same, the value read from a file: for secrets", gather)
    .option("-f, --file <path>", "assignments as JSON, as setup export prints them; - is stdin")
    .option("--test", "ask each device first; if one does not pass, nothing is changed")
    .option("--dry-run", "print the difference, and change nothing")
    .action(act((cli, lane: string | undefined, options: Options) => assign(cli, lane, options)));
  return about(command, {
    examples: [
      "boothctl setup assign exit-1 --direction exit --access simulated --camera simulated",
      "boothctl setup assign exit-1 --reader simulated --set access.openMs=8000",
      "boothctl setup assign exit-1 --set camera.scene=van-day --test",
      "boothctl setup assign -f lanes.json --dry-run",
    ],
    exits: [7, 8],
  });
}

async function assign(cli: Cli, lane: string | undefined, options: Options): Promise<void> {
  const unchanged = lane === undefined ? "No lane was changed." : `${lane} was not changed.`;
  cli.whenRefused(unchanged, "boothctl setup catalog");
  if ((lane === undefined) === (options.file === undefined))
    throw usageError("Name either a lane or a file of assignments with -f.", { hint: "boothctl setup assign --help" });
  const { assignmentOf, assignmentsIn, parseSettings } = await import("../cli/assignment.ts");
  const { Assignment } = await import("../../common/api/setup.ts");
  const { array } = await import("valibot");
  const given = options.file === undefined ? null : assignmentsIn(parseJson(await textOf(options.file), options.file));
  const settings = parseSettings(options);
  await withBooth(cli, async (opened) => {
    const seen = lane === undefined ? {} : await seenLane(opened.booth, lane);
    const assignments = given
      ? await checkInput(array(Assignment), given)
      : [await checkInput(Assignment, assignmentOf(opened.booth.db, lane ?? "", options, settings))];
    await explaining(lane, assignments, () => carryOut(cli, opened, { assignments, seen, unchanged }, options));
  });
}

/** How the lane stands while its settings are put together, for what is stored is to build on that. */
async function seenLane({ db }: Booth, lane: string): Promise<Seen> {
  const { readLane } = await import("../../daemon/devices/lane-rows.ts");
  if (!readLane(db, lane)) return { ifNoneMatch: "*" };
  const { readAssignedLane } = await import("../../daemon/services/setup.ts");
  const { tagOf } = await import("../../common/node/etag.ts");
  return { ifMatch: tagOf(readAssignedLane(db, lane)) };
}

function textOf(path: string): Promise<string> | string {
  return path === "-" ? readStdin() : readFileSync(path, "utf8");
}

/** With one lane, what is wrong is told in the flags that were typed. */
async function explaining(
  lane: string | undefined,
  assignments: readonly Assignment[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const [only] = assignments;
    if (lane === undefined || !only) throw error;
    const { explainRefusal } = await import("../cli/assignment.ts");
    throw explainRefusal(error, lane, only);
  }
}

async function carryOut(
  cli: Cli,
  { booth, actor }: OpenedBooth,
  { assignments, seen, unchanged }: Intended,
  { dryRun = false, test = false }: Options,
): Promise<void> {
  const { assignMany, previewAssignments } = await import("../../daemon/services/setup.ts");
  const plans = previewAssignments(booth, assignments);
  const difference = await Promise.all(plans.map(showable));
  const tests = test ? await testAssignments(booth, assignments) : [];
  const told = test ? { tests } : {};
  const hasPassed = tests.every(({ ok }) => ok);
  const lanes: AssignedLane[] = dryRun || !hasPassed ? [] : await assignMany(booth, actor, assignments, seen);
  cli.print(dryRun ? { dryRun, changes: difference, ...told } : { items: lanes, next: null, ...told }, () =>
    [testText(cli, tests), hasPassed ? plans.map(planText).join("\n") : ""].filter((text) => text !== "").join("\n"),
  );
  assertPassed(tests, unchanged);
  if (plans.length === 0) cli.say("It is so already: nothing to change.");
  else
    cli.say(
      dryRun ? "Nothing was changed: this was a dry run." : `${plans.map(({ lane }) => lane).join(", ")}: assigned.`,
    );
}

/** A plan without its secrets. */
async function showable(plan: LanePlan) {
  const { redactConfig } = await import("../../daemon/devices/driver-config.ts");
  const { findDriver } = await import("../../daemon/devices/catalog.ts");
  const devices = plan.devices.map(({ category, before, after }) => {
    const shown = after && {
      driver: after.driver,
      config: redactConfig(findDriver(category, after.driver), after.config),
    };
    return { category, before, after: shown };
  });
  return { ...plan, devices };
}

function planText({ lane, before, after, devices }: LanePlan): string {
  const isRenamed = before !== null && (before.direction !== after.direction || before.name !== after.name);
  const isMoved = before !== null && before.position !== after.position;
  const changes = [
    before ? "" : ` (new, ${after.direction})`,
    isRenamed ? ` (now "${after.name}", ${after.direction})` : "",
    isMoved ? ` (now at place ${after.position})` : "",
  ];
  const head = [lane, ...changes].join("");
  const lines = devices.map(({ category, before: was, after: becomes }) => {
    if (!becomes) return `  - ${category} ${was?.driver ?? ""}`;
    if (!was) return `  + ${category} ${becomes.driver}`;
    return was.driver === becomes.driver
      ? `  ~ ${category} ${was.driver}: other settings`
      : `  ~ ${category} ${was.driver} → ${becomes.driver}`;
  });
  return [head, ...lines].join("\n");
}
