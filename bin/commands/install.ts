import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command, Option } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { alone } from "../cli/installation.ts";
import type { InstallOrder } from "../installation/install.ts";
import type { RoleName } from "../installation/roles.ts";
import type { Step } from "../installation/step.ts";

interface Options {
  role: RoleName;
  boothId?: string;
  root: string;
  dryRun?: boolean;
}

/** `boothctl install` */
export function installCommand(): Command {
  const command = new Command("install")
    .description("Makes this machine a booth or a collector: program, user, directories, keys, settings and units.")
    .addOption(new Option("--role <role>", "what it becomes").choices(["booth", "collector"]).makeOptionMandatory())
    .option("--booth-id <id>", "the booth's name in its ledger, for good (the machine's name)")
    .option("--root <dir>", "the root of another machine's image", "/")
    .option("--dry-run", "show every step and take none")
    .action(act((cli, options: Options) => install(cli, options)));
  return about(command, {
    examples: [
      "boothctl install --role booth --booth-id booth-7 --dry-run",
      "boothctl install --role collector --dry-run",
    ],
    exits: [5],
  });
}

async function install(cli: Cli, { role: name, boothId, root, dryRun }: Options): Promise<void> {
  cli.whenRefused(
    "What was done before stays; the same command goes on from there.",
    `boothctl install --role ${name} --dry-run`,
  );
  const { installSteps, usualBoothId } = await import("../installation/install.ts");
  const { layoutOf } = await import("../installation/layout.ts");
  const { ROLES } = await import("../installation/roles.ts");
  if (boothId !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(boothId))
    throw usageError("--booth-id: expected 1 to 64 letters, digits, - or _.");
  const order: InstallOrder = {
    layout: layoutOf(resolve(root)),
    role: ROLES[name],
    tag: await ownTag(dryRun ?? false),
    boothId: boothId ?? usualBoothId(),
  };
  await assertAnew(order, name, boothId);
  const steps = installSteps(order);
  if (dryRun) {
    const found = steps.map((step) => ({ what: step.what, done: step.isDone() }));
    return show(cli, order, found, true);
  }
  // What is installed is for everybody to read; keys and data say otherwise by themselves.
  process.umask(0o022);
  mkdirSync(dirname(order.layout.lock), { recursive: true });
  const taken: Taken[] = [];
  await alone(order, async () => {
    for (const step of steps) taken.push(await take(step));
  });
  show(cli, order, taken, false);
  const next = name === "booth" ? boothNext(order) : collectorNext(order);
  for (const line of next) cli.say(line);
}

/** Refuses what an installation that is there would not become: another release, or a booth of another name. */
async function assertAnew({ layout, tag, role }: InstallOrder, name: RoleName, boothId?: string): Promise<void> {
  const { currentTag } = await import("../installation/layout.ts");
  const installed = currentTag(layout);
  if (installed !== null && installed !== tag) {
    throw new CliError(7, "installed_already", `${installed} is installed here, and this is ${tag}.`, {
      unchanged: "Nothing was changed.",
      hint: `boothctl upgrade apply ${tag}, or with what is installed: ${layout.command} install --role ${name}`,
    });
  }
  const file = join(layout.etc, role.environment.file);
  if (boothId === undefined || !existsSync(file)) return;
  const { parseEnvironmentFile } = await import("../../common/node/settings.ts");
  const { BOOTH_ID = boothId } = parseEnvironmentFile(readFileSync(file, "utf8"));
  if (BOOTH_ID === boothId) return;
  throw new CliError(7, "booth_id_fixed", `This machine is the booth ${BOOTH_ID} already, by ${file}.`, {
    unchanged: "Nothing was changed.",
    hint: `leave --booth-id out; a booth that has no ledger yet may be renamed in ${file}`,
  });
}

/** The release this program is part of. Only a release can be installed: a clone changes under a running booth. */
async function ownTag(isDryRun: boolean): Promise<string> {
  const { ownFolder, releaseIn } = await import("../installation/release.ts");
  const found = releaseIn(ownFolder());
  if (found) return found.tag;
  if (isDryRun) return "main-0000000";
  throw new CliError(2, "no_release", "This program is a clone, and only a release can be installed.", {
    unchanged: "Nothing was installed.",
    hint: "npm run release, then unpack the file it names and call bin/boothctl install there",
  });
}

interface Taken {
  what: string;
  /** Whether it was so before; null where this user may not look. */
  done: boolean | null;
}

async function take(step: Step): Promise<Taken> {
  if (step.isDone()) return { what: step.what, done: true };
  await step.run();
  return { what: step.what, done: false };
}

function show(cli: Cli, order: InstallOrder, steps: readonly Taken[], isDryRun: boolean): void {
  const mark = ({ done }: Taken) => {
    if (done) return cli.paint.dim("is so  ");
    if (done === null) return "unknown";
    return isDryRun ? "would  " : cli.paint.green("done   ");
  };
  const { tag, role } = order;
  cli.print({ tag, user: role.user, dryRun: isDryRun, steps, keepElsewhere: keptElsewhere(order) }, () =>
    steps.map((step) => `${mark(step)} ${step.what}`).join("\n"),
  );
}

/** The keys that a restore needs, of which copies must lie away from this machine. */
function keptElsewhere({ layout, role }: InstallOrder): string[] {
  const names = ["EVENT_SIGNING_KEY", "BACKUP_KEY"].filter((name) => name in role.keys);
  return names.map((name) => join(layout.etc, role.keyFolder, name));
}

function boothNext(order: InstallOrder): string[] {
  const { layout } = order;
  return [
    "",
    "Keep copies of these two files away from this machine: a restore needs both.",
    ...keptElsewhere(order).map((path) => `  ${path}`),
    "When they lie elsewhere: boothctl backup keys --kept-offsite",
    "",
    `Next: read ${layout.etc}/booth.env (BOOTH_ID stays for good), then`,
    "  boothctl seed-admin --user admin",
    "  systemctl start parking-booth parking-booth-backup.timer",
    "and for a screen at this machine: systemctl enable --now parking-booth-kiosk",
  ];
}

function collectorNext({ layout, role }: InstallOrder): string[] {
  return [
    "",
    "Next: choose who labels, let the first booth in, and start it:",
    `  boothctl collector reviewer set-password -o ${layout.etc}/collector-keys/REVIEWER_LOGIN`,
    "  boothctl collector booths add booth-7",
    "  systemctl start parking-booth-collector",
    `Crops and verdicts lie in /${role.dataDir}: back it up with the machine.`,
  ];
}
