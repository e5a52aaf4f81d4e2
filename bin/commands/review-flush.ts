import { Command } from "commander";
import type { Flushed } from "../../daemon/services/reviews/flush.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings, environmentOf } from "../cli/environment.ts";
import { CliError } from "../cli/errors.ts";
import { type OpenedBooth, withBooth } from "../cli/open.ts";
import { openProgress } from "../cli/progress.ts";

interface Options {
  setAside?: boolean;
}

/** `boothctl review flush` */
export function flushCommand(): Command {
  const command = new Command("flush")
    .description("Sends what waits for the collector now, whether the booth runs or not.")
    .option("--set-aside", "try once more what the collector refused, too")
    .action(act((cli, options: Options) => flush(cli, options)));
  return about(command, { examples: ["boothctl review flush"], exits: [3, 5, 6, 9, 10] });
}

async function flush(cli: Cli, options: Options): Promise<void> {
  cli.whenRefused("What was not sent still waits.", "boothctl review status");
  const { config, secrets } = await boothSettings(cli);
  const { stoppedBy, ...done } = await withBooth(cli, async (opened) => {
    const { putBack } = await import("../../daemon/services/reviews/queue.ts");
    if (options.setAside) await putBack(opened.booth, opened.actor);
    return sendAll(cli, opened, secrets.collectorToken);
  });
  cli.print(done, () => `sent ${done.sent}, left ${done.left}, set aside ${done.setAside}`);
  if (stoppedBy?.outcome === "denied") throw denied(stoppedBy.reason, await tokenHint(cli, config.boothId));
  if (stoppedBy && done.left > 0) throw stopped(stoppedBy);
  if (done.setAside > 0) {
    cli.exit(3);
    cli.say("The collector refused some for good; boothctl review status says why.");
  } else if (done.sent === 0) cli.say(idleText(config.collectorUrl, stoppedBy));
}

function idleText(collectorUrl: string | null, stoppedBy: Flushed["stoppedBy"]): string {
  if (stoppedBy) return `Nothing waits. ${stopped(stoppedBy).message}`;
  return collectorUrl === null ? "Nothing waits." : "Nothing waits, and the collector takes what this booth sends.";
}

async function sendAll(cli: Cli, { booth, actor }: OpenedBooth, token: string | null): Promise<Flushed> {
  const { countWaiting } = await import("../../daemon/services/reviews/queue.ts");
  const { flushQueue } = await import("../../daemon/services/reviews/flush.ts");
  const { openUpload } = await import("../../daemon/services/reviews/upload.ts");
  const { collectorUrl: url, boothId } = booth.config;
  const waiting = countWaiting(booth.db);
  const nothing = { sent: 0, left: 0, setAside: 0 };
  if (url === null) {
    if (waiting === 0) return { ...nothing, stoppedBy: null };
    const hint = "set COLLECTOR_URL and COLLECTOR_TOKEN: boothctl help environment";
    throw new CliError(2, "no_collector", `Packages wait (${waiting}), and COLLECTOR_URL is not set.`, { hint });
  }
  const upload = openUpload({ url, token, boothId }, booth.clock);
  const progress = openProgress(cli, "Sending");
  try {
    // A token that is wrong is better known before the first package.
    if (waiting === 0) return { ...nothing, stoppedBy: await upload.ask() };
    return await flushQueue(booth, actor, upload.send, (sent) => progress.show(sent, Math.max(waiting, sent)));
  } finally {
    progress.end();
    await upload.close();
  }
}

async function tokenHint(cli: Cli, boothId: string): Promise<string> {
  const { findSecret } = await import("../../common/node/settings.ts");
  const { tokenFix } = await import("../../daemon/settings.ts");
  return tokenFix(boothId, findSecret(await environmentOf(cli), "COLLECTOR_TOKEN").file);
}

type Stop = NonNullable<Flushed["stoppedBy"]>;

function denied(reason: Stop["reason"], hint: string): CliError {
  return new CliError(5, "collector_denied", `The collector refuses this booth: ${reason}.`, { hint });
}

/** What ended the flush, for the person who asked for it. */
function stopped({ outcome, reason }: Stop): CliError {
  if (outcome === "unreachable")
    return new CliError(9, "collector_unreachable", `The collector could not be reached: ${reason}.`);
  return new CliError(10, "collector_busy", `The collector cannot take more now: ${reason}.`);
}
