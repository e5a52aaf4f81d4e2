import { existsSync } from "node:fs";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { becomeOwner } from "../cli/open.ts";
import { end, endOnBugs, untilAsked } from "../cli/serving.ts";

/** What a supervisor sees when the outcome of a commit is unknown: start again, and look at the ledger's end. */
const EXIT_FATAL = 74;
/** A stop that hangs must not hang for ever; a clean one takes at most 2 s. */
const STOP_MS = 5000;

/** `boothctl serve` */
export function serveCommand(): Command {
  const command = new Command("serve")
    .description("Runs the booth until it is told to stop (SIGTERM or Ctrl-C); logs to stderr.")
    .action(act((cli) => serve(cli)));
  return about(command, {
    examples: ["boothctl serve", "boothctl serve --data-dir ./var/booth"],
    exits: [5, 8, 10, 74],
  });
}

async function serve(cli: Cli): Promise<void> {
  cli.whenRefused("The booth was not started.", "boothctl config check");
  const { config, secrets, warnings } = await boothSettings(cli);
  if (existsSync(config.dataDir)) becomeOwner(config.dataDir);
  const [{ startDaemon }, { isReadable }, { openLog }, { systemClock }, { openSupervisor }] = await Promise.all([
    import("../../daemon/main.ts"),
    import("../../daemon/services/readiness.ts"),
    import("../../common/node/log.ts"),
    import("../../common/node/clock.ts"),
    import("../../common/node/supervisor.ts"),
  ]);
  const log = openLog(config.log);
  for (const { message } of warnings) log.warn(`${message}: boothctl config check says what to do`);
  const supervisor = openSupervisor(process.env);
  const asked = untilAsked();
  endOnBugs(log);
  const daemon = await startDaemon({
    config,
    secrets,
    clock: systemClock,
    log,
    onFatal: (error) => end(log, error, "it is not known what reached the disk", EXIT_FATAL),
  }).catch((error) => {
    // It closed what it had opened; what a driver may have left open must not keep the process.
    setTimeout(() => process.exit(), STOP_MS).unref();
    throw error;
  });
  supervisor.ready(() => isReadable(daemon.booth));
  const signal = await asked;
  supervisor.stopping();
  log.info({ signal }, "stopping");
  setTimeout(() => end(log, undefined, "the booth did not stop in time", 1), STOP_MS).unref();
  await daemon.stop();
  // Nothing is left to do; what a driver may have left open must not keep the process.
  process.exit(0);
}
