import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { CliError, usageError } from "../cli/errors.ts";
import {
  alone,
  assertChangeable,
  type Installation,
  type InstallationOptions,
  openInstallation,
  withInstallation,
} from "../cli/installation.ts";
import { openProgress } from "../cli/progress.ts";
import { unbroken } from "../cli/unbroken.ts";
import { explainFailure, openChange, openSteps, type Steps } from "../cli/upgrade.ts";
import type { Layout } from "../installation/layout.ts";
import type { ReleaseFile } from "../installation/release-file.ts";

const STEPS = ["Preflight", "Backup", "Unpack", "Migrate", "Health", "Smoke"] as const;

/** `boothctl upgrade plan` */
export function planCommand(): Command {
  const command = withInstallation(
    new Command("plan")
      .description("Shows what an upgrade would do and find, and does none of it.")
      .argument("<release>", "a tag such as main-3f2a91c, or the path of its file"),
  ).action(act((cli, word: string, options: InstallationOptions) => plan(cli, word, options)));
  return about(command, { examples: ["boothctl upgrade plan main-3f2a91c"], exits: [6, 7, 8] });
}

/** `boothctl upgrade apply` */
export function applyCommand(): Command {
  const command = withInstallation(
    new Command("apply")
      .description("Makes a backup, lets another release run, and goes back by itself unless that is healthy in 30 s.")
      .argument("<release>", "a tag such as main-3f2a91c, or the path of its file")
      .option("--dry-run", "the same as plan"),
  ).action(
    act((cli, word: string, options: InstallationOptions & { dryRun?: boolean }) =>
      (options.dryRun ? plan : apply)(cli, word, options),
    ),
  );
  return about(command, {
    examples: ["boothctl upgrade apply main-3f2a91c --dry-run"],
    exits: [5, 6, 7, 8, 9, 10, 11, 130],
  });
}

/** Finds the release that is meant. A booth in production takes a name that stands for one content for ever. */
async function releaseNamed(cli: Cli, { layout }: Installation, word: string): Promise<ReleaseFile> {
  const { locate, openReleaseFile } = await import("../installation/release-file.ts");
  const path = locate(layout, word);
  if (path === null) throw await noRelease(layout, word);
  const file = await openReleaseFile(path);
  const { IMMUTABLE_TAG } = await import("../installation/release.ts");
  const { environmentOf, isProduction } = await import("../cli/environment.ts");
  if (IMMUTABLE_TAG.test(file.name) || !isProduction(await environmentOf(cli))) return file;
  throw new CliError(
    7,
    "moving_tag",
    `"${file.name}" may be another release tomorrow; a production booth takes an immutable tag only.`,
    {
      hint: `rename the file to parking-booth-${file.facts.tag}.tar.gz, then boothctl upgrade apply ${file.facts.tag}`,
    },
  );
}

/** Why nothing is found under a word: a tag, or the path of a file. */
async function noRelease({ incoming }: Layout, word: string): Promise<CliError> {
  const { existsSync } = await import("node:fs");
  if (existsSync(word)) {
    const hint = "give the file the name back that it was built with";
    return usageError(`${word} is not named as a release is: parking-booth-TAG.tar.gz.`, { hint });
  }
  if (/\/|\.tar\.gz$/.test(word))
    return new CliError(6, "not_found", `There is no file ${word}.`, { hint: "boothctl upgrade check" });
  const hint = `copy parking-booth-${word}.tar.gz to ${incoming}`;
  return new CliError(6, "not_found", `There is no release ${word}, here or in ${incoming}.`, { hint });
}

async function plan(cli: Cli, word: string, options: InstallationOptions): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl upgrade check");
  const found = await openInstallation(cli, options);
  const file = await releaseNamed(cli, found, word);
  const { migrationsText, schemaIn } = await import("../installation/schema-fit.ts");
  const findings = await look(found, file);
  const migrations = migrationsText(await schemaIn(found.dataDir), file.facts);
  const { tag } = file.facts;
  const steps = [
    ["Preflight", findings.map(({ text, state }) => text + MARKS[state]).join(" · ")],
    ["Backup", "made and verified by the release that runs"],
    ["Unpack", `${Math.round(file.facts.bytes / 1e6)} MB beside it`],
    ["Migrate", migrations ?? "nothing to migrate"],
    ["Health", "/readyz within 30 s, or back to what was"],
    ["Smoke", "sign-in page, quote, ledger verify (last 1000)"],
  ] as const;
  cli.print({ from: found.tag, to: tag, findings, migrations }, () =>
    [
      `${found.tag} → ${tag}`,
      ...steps.map(([name, text], index) => `[${index + 1}/${steps.length}] ${name.padEnd(12)}  ${text}`),
    ].join("\n"),
  );
  assertWell(findings);
}

const MARKS = { well: "", remark: " ▲", bad: " ✗" } as const;

/** Everything that could stand in the way. */
async function look(found: Installation, file: ReleaseFile) {
  const { preflight } = await import("../installation/preflight.ts");
  const { misfit } = await import("../installation/release.ts");
  const { cannotFollow, schemaIn } = await import("../installation/schema-fit.ts");
  const findings = await preflight(found, file.facts.bytes);
  const reasons = [
    misfit(file.facts),
    // The one that runs now must run after it, too.
    cannotFollow(found.facts, file.facts),
    cannotFollow(file.facts, await schemaIn(found.dataDir)),
  ];
  const bad = reasons.flatMap((text) => (text === null ? [] : [{ text, state: "bad" as const }]));
  return [...findings, ...bad];
}

function assertWell(findings: Awaited<ReturnType<typeof look>>): void {
  const bad = findings.filter(({ state }) => state === "bad");
  if (bad.length === 0) return;
  const message = `The upgrade is refused: ${bad.map(({ text }) => text).join("; ")}.`;
  throw new CliError(8, "check_failed", message, { hint: "boothctl upgrade check" });
}

async function apply(cli: Cli, word: string, options: InstallationOptions): Promise<void> {
  cli.whenRefused("The release that runs was left running.", `boothctl upgrade plan ${word}`);
  // What is unpacked is for the service's user to read.
  process.umask(0o022);
  const found = await openInstallation(cli, options);
  assertChangeable(cli, found);
  const file = await releaseNamed(cli, found, word);
  await alone(found, () => unbroken(cli, (asked) => upgradeTo(cli, file, options, asked)));
}

async function upgradeTo(cli: Cli, file: ReleaseFile, options: InstallationOptions, asked: AbortSignal): Promise<void> {
  // Another upgrade may have ended since the first look.
  const found = await openInstallation(cli, options);
  const { tag } = file.facts;
  if (tag === found.tag && !found.open)
    return cli.print({ from: tag, to: tag, changed: false }, () => `${tag} runs already.`);
  const steps = openSteps(cli, STEPS);
  const findings = await look(found, file);
  steps.tell("Preflight", findings.map(({ text, state }) => text + MARKS[state]).join(" · "));
  assertWell(findings);
  const change = await openChange(cli, found, options, steps.tell, asked);
  const { changeRelease, makeBackup } = await import("../installation/upgrade.ts");
  const from = found.open && tag === found.tag ? found.open.to : found.tag;
  try {
    const backup = await makeBackup(change);
    await unpackShown(cli, found, file, steps);
    const done = await changeRelease(change, { kind: "upgraded", from, to: tag }, backup);
    cli.print({ ...done, changed: true }, () => `Upgraded ${from} → ${tag}. Undo: boothctl upgrade rollback`);
  } catch (error) {
    throw await explainFailure(error, from);
  }
}

async function unpackShown(cli: Cli, { layout }: Installation, file: ReleaseFile, steps: Steps): Promise<void> {
  const { unpack } = await import("../installation/release-file.ts");
  const bar = openProgress(cli, "Unpacking");
  await unpack(layout, file, bar.show).finally(bar.end);
  steps.tell("Unpack", `${Math.round(file.facts.bytes / 1e6)} MB  verified`);
}
