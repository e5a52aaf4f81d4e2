import { Command } from "commander";
import { about } from "./cli/about.ts";
import { Failure, openCli } from "./cli/cli.ts";
import { readVersion } from "./cli/environment.ts";
import { formatHelp } from "./cli/help.ts";
import { wrongUsage } from "./cli/wrong-usage.ts";
import { authCommand } from "./commands/auth.ts";
import { backupCommand } from "./commands/backup.ts";
import { collectorCommand } from "./commands/collector.ts";
import { completionCommand } from "./commands/completion.ts";
import { configCommand } from "./commands/config.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { helpCommand } from "./commands/help.ts";
import { installCommand } from "./commands/install.ts";
import { lanesCommand } from "./commands/lanes.ts";
import { ledgerCommand } from "./commands/ledger.ts";
import { modulesCommand } from "./commands/modules.ts";
import { reportsCommand } from "./commands/reports.ts";
import { reviewCommand } from "./commands/review.ts";
import { rolesCommand } from "./commands/roles.ts";
import { seedAdminCommand } from "./commands/seed-admin.ts";
import { serveCommand } from "./commands/serve.ts";
import { setupCommand } from "./commands/setup.ts";
import { shiftsCommand } from "./commands/shifts.ts";
import { siteCommand } from "./commands/site.ts";
import { statusCommand } from "./commands/status.ts";
import { subscriptionsCommand } from "./commands/subscriptions.ts";
import { supportBundleCommand } from "./commands/support-bundle.ts";
import { tariffsCommand } from "./commands/tariffs.ts";
import { upgradeCommand } from "./commands/upgrade.ts";
import { usersCommand } from "./commands/users.ts";
import { versionCommand } from "./commands/version.ts";

/** Every noun, in the order in which help shows them. A new one is its file and a line here. */
const COMMANDS = [
  serveCommand,
  demoCommand,
  seedAdminCommand,
  statusCommand,
  doctorCommand,
  authCommand,
  setupCommand,
  usersCommand,
  rolesCommand,
  modulesCommand,
  siteCommand,
  subscriptionsCommand,
  tariffsCommand,
  lanesCommand,
  shiftsCommand,
  reportsCommand,
  ledgerCommand,
  collectorCommand,
  reviewCommand,
  backupCommand,
  installCommand,
  upgradeCommand,
  configCommand,
  supportBundleCommand,
  completionCommand,
  versionCommand,
  helpCommand,
];

/** The command tree; no command of it ends the process by itself: everything comes back as an error. */
export function createProgram(): Command {
  const program = new Command("boothctl")
    .description("Runs a parking booth and looks after it: one command for technicians, operators and demos.")
    .option("--data-dir <dir>", "the booth's data directory")
    .option("--json", "answer with one JSON value on stdout")
    .option("-q, --quiet", "no remarks")
    .option("-v, --verbose", "say more")
    .option("--no-color", "no colours")
    .option("--no-input", "never ask; fail and name the flag instead")
    .version(readVersion().text, "--version", "the program's version");
  for (const make of COMMANDS) program.addCommand(make());
  const examples = ["boothctl status", "boothctl users list", "boothctl ledger verify"];
  tame(program);
  return about(program, { examples });
}

function tame(command: Command): void {
  command
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .configureHelp({ formatHelp, showGlobalOptions: true })
    .configureOutput({ writeErr() {}, outputError() {} });
  command.exitOverride((error) => {
    throw new Failure(wrongUsage(error, command), openCli(command));
  });
  for (const verb of command.commands) tame(verb);
}
