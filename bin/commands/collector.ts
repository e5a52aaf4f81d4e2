import { existsSync } from "node:fs";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { collectorSettings } from "../cli/collector.ts";
import { becomeOwner } from "../cli/open.ts";
import { end, endOnBugs, untilAsked } from "../cli/serving.ts";
import { boothsCommand } from "./collector-booths.ts";
import { exportCommand, statsCommand } from "./collector-labels.ts";
import { reviewerCommand } from "./collector-reviewer.ts";

/** A stop that hangs must not hang for ever; a clean one takes at most 2 s. */
const STOP_MS = 5000;

/** `boothctl collector …` */
export function collectorCommand(): Command {
  const collector = new Command("collector").description(
    "The review collector: where booths send crops, and people label them.",
  );
  for (const make of [serveCommand, boothsCommand, reviewerCommand, statsCommand, exportCommand])
    collector.addCommand(make());
  return collector;
}

function serveCommand(): Command {
  const command = new Command("serve")
    .description("Runs the collector until it is told to stop (SIGTERM or Ctrl-C); logs to stderr.")
    .action(act((cli) => serve(cli)));
  return about(command, { examples: ["boothctl collector serve --data-dir ./var/collector"], exits: [5, 10] });
}

async function serve(cli: Cli): Promise<void> {
  cli.whenRefused("The collector was not started.", "boothctl help environment");
  const { config, secrets } = await collectorSettings(cli);
  if (existsSync(config.dataDir)) becomeOwner(config.dataDir);
  const [{ startCollector }, { openLog }, { systemClock }, { openSupervisor }] = await Promise.all([
    import("../../collector/main.ts"),
    import("../../common/node/log.ts"),
    import("../../common/node/clock.ts"),
    import("../../common/node/supervisor.ts"),
  ]);
  const log = openLog(config.log);
  const supervisor = openSupervisor(process.env);
  const asked = untilAsked();
  endOnBugs(log);
  const collector = await startCollector({ config, clock: systemClock, log, reviewerLogin: secrets.reviewerLogin });
  supervisor.ready(collector.isReadable);
  const signal = await asked;
  supervisor.stopping();
  log.info({ signal }, "stopping");
  setTimeout(() => end(log, undefined, "the collector did not stop in time", 1), STOP_MS).unref();
  await collector.stop();
  process.exit(0);
}
