import { openAsking } from "../installation/ask-release.ts";
import { HEALTHY_WITHIN_MS } from "../installation/health.ts";
import { ROLES } from "../installation/roles.ts";
import { openService } from "../installation/service.ts";
import type { Change, StepName } from "../installation/upgrade.ts";
import type { Cli } from "./cli.ts";
import { daemonUrl } from "./daemon-address.ts";
import { loginName } from "./environment.ts";
import { CliError, sentence } from "./errors.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import type { Installation, InstallationOptions } from "./installation.ts";

/** Tells the steps of an upgrade as they end, each with its number. */
export interface Steps {
  tell(name: string, text: string): void;
}

export function openSteps(cli: Cli, names: readonly string[]): Steps {
  return {
    tell(name, text) {
      cli.say(`[${names.indexOf(name) + 1}/${names.length}] ${name.padEnd(12)}  ${text}`);
    },
  };
}

const LOOK = "journalctl -u parking-booth --since -10min";

/** How a change of release that failed is told, with what runs now. */
export async function explainFailure(error: unknown, running: string): Promise<unknown> {
  const { NotChanged, NothingRuns, RolledBack } = await import("../installation/upgrade.ts");
  if (!(error instanceof Error)) return error;
  const message = sentence(error.message);
  if (error instanceof NotChanged) {
    const exit = EXIT_CODES.find(({ code }) => code === error.code)?.code ?? 1;
    return new CliError(exit, "not_changed", message);
  }
  if (error instanceof RolledBack)
    return new CliError(11, "rolled_back", message, {
      unchanged: `${running} runs again; nothing that was recorded is lost.`,
      hint: LOOK,
    });
  if (error instanceof NothingRuns)
    return new CliError(1, "nothing_runs", message, {
      unchanged: "The data are whole; the booth is down.",
      hint: LOOK,
    });
  return error;
}

/** All that changing the release takes, with this machine's service. */
export async function openChange(
  cli: Cli,
  found: Installation,
  { systemctl, healthyWithin }: InstallationOptions,
  tell: (step: StepName, text: string) => void,
  asked: AbortSignal,
): Promise<Change> {
  return {
    ...found,
    ask: openAsking(found.dataDir, asked),
    asked,
    service: openService(systemctl, ROLES.booth.service),
    role: ROLES.booth,
    address: () => daemonUrl(cli),
    by: loginName(),
    healthyWithinMs: Number(healthyWithin) * 1000 || HEALTHY_WITHIN_MS,
    tell,
  };
}
