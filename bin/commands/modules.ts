import { Argument, Command } from "commander";
import type { SiteConfig } from "../../common/api/site.ts";
import { refuse } from "../../common/errors.ts";
import { effectiveModules, MODULE_IDS, MODULES, type ModuleId, resolveModuleActivation } from "../../common/modules.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { withBooth } from "../cli/open.ts";
import { readSiteWithoutKeys } from "../cli/site.ts";
import { table } from "../cli/text.ts";

/** `boothctl modules …` */
export function modulesCommand(): Command {
  const modules = new Command("modules").description("The optional parts of the booth that are switched on.");
  for (const verb of [list(), enable(), disable(), set()]) modules.addCommand(verb);
  return modules;
}

function list(): Command {
  const command = new Command("list").description("Lists all modules and whether they run.").action(
    act(async (cli) => {
      const site = await readSiteWithoutKeys(cli);
      const items = MODULE_IDS.map((id) => ({
        id,
        effective: site.modules.includes(id),
        entitled: site.modulesEntitled.includes(id),
        activated: site.modulesActivated?.includes(id) ?? true,
        dependsOn: MODULES[id].dependsOn,
      }));
      const rows = items.map((each) => [
        each.id,
        each.effective,
        each.entitled,
        each.activated,
        each.dependsOn.join(" "),
      ]);
      cli.print({ items, next: null }, () => table(["module", "runs", "entitled", "activated", "depends on"], rows));
    }),
  );
  return about(command, { examples: ["boothctl modules list"] });
}

interface DryRun {
  dryRun?: boolean;
}

const dryRunOption = ["--dry-run", "say what would change, and change nothing"] as const;

function enable(): Command {
  const command = new Command("enable")
    .description("Switches a module on.")
    .addArgument(new Argument("<module>", "which").choices(MODULE_IDS))
    .option(...dryRunOption)
    .action(
      act((cli, id: string, { dryRun }: DryRun) => change(cli, (current) => [...new Set([...current, id])], dryRun)),
    );
  return about(command, { examples: ["boothctl modules enable validation"] });
}

function disable(): Command {
  const command = new Command("disable")
    .description("Switches a module off; its data stays.")
    .addArgument(new Argument("<module>", "which").choices(MODULE_IDS))
    .option(...dryRunOption)
    .action(
      act((cli, id: string, { dryRun }: DryRun) =>
        change(cli, (current) => current.filter((each) => each !== id), dryRun),
      ),
    );
  return about(command, { examples: ["boothctl modules disable validation"] });
}

function set(): Command {
  const command = new Command("set")
    .description("Switches on exactly these modules, and all others off.")
    .addArgument(new Argument("<module...>", "which").choices(MODULE_IDS))
    .option(...dryRunOption)
    .action(act((cli, ids: string[], { dryRun }: DryRun) => change(cli, () => ids, dryRun)));
  return about(command, { examples: ["boothctl modules set parking validation --dry-run"] });
}

type Next = (current: readonly string[]) => readonly string[];

async function change(cli: Cli, next: Next, dryRun = false): Promise<void> {
  cli.whenRefused("No module was switched.", "boothctl modules list");
  await withBooth(cli, async ({ booth, actor }) => {
    const { readSiteConfig, updateSiteConfig } = await import("../../daemon/services/site-config.ts");
    const { tagOf } = await import("../../common/node/etag.ts");
    const before = readSiteConfig(booth);
    const current = before.modulesActivated ?? before.modulesEntitled;
    const desired = [...next(current)];
    const effective = planned(desired, before);
    const isSame =
      String(effective) === String(before.modules) && desired.every((id) => current.some((each) => each === id));
    if (!dryRun && !isSame) await updateSiteConfig(booth, actor, { modules: desired }, tagOf(before));
    const flips = MODULE_IDS.filter((id) => before.modules.includes(id) !== effective.includes(id)).map((id) => ({
      module: id,
      active: effective.includes(id),
    }));
    cli.print({ modules: effective, flips, dryRun }, () =>
      flips.map(({ module, active }) => `${active ? "+" : "-"} ${module}`).join("\n"),
    );
    if (flips.length === 0) cli.say("No module changes: it is so already.");
    else if (dryRun) cli.say("Nothing was changed: this was a dry run.");
  });
}

/** The modules that would run; refuses like the booth does. */
function planned(desired: readonly string[], site: SiteConfig): ModuleId[] {
  const resolved = resolveModuleActivation(desired, site.modulesEntitled);
  if (!resolved.ok) refuse("invalid_input", resolved.reason);
  return effectiveModules(site.modulesEntitled, resolved.modules);
}
