import type { Environment } from "../../common/node/settings.ts";
import { readValidSettings, type ValidSettings } from "../../daemon/settings.ts";
import type { Cli } from "../cli/cli.ts";
import { boothSettings, ENVIRONMENT_FILE, programFacts } from "../cli/environment.ts";
import { CliError } from "../cli/errors.ts";
import { type Remedy, remedyOf } from "./remedy.ts";

/** The settings as far as they are valid. */
export interface SettingsFound extends ValidSettings {
  /** What is wrong with them, each in a sentence, and what to do. */
  problems: readonly string[];
  settingsRemedy: Remedy;
}

/** Reads the settings as the daemon does; what is wrong with one costs no other. */
export async function findSettings(cli: Cli, env: Environment): Promise<SettingsFound> {
  const valid = readValidSettings(env, programFacts());
  try {
    await boothSettings(cli);
    return { ...valid, problems: [], settingsRemedy: { fix: null, hint: null } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const several = "problems" in error && Array.isArray(error.problems) ? (error.problems as string[]) : null;
    const problems = several ?? [error.message];
    const hint = error instanceof CliError ? error.more.hint : undefined;
    return { ...valid, problems, settingsRemedy: hint ? remedyOf(hint) : remedyFor(problems) };
  }
}

function remedyFor(problems: readonly string[]): Remedy {
  const says = (code: string) => problems.some((problem) => problem.includes(`(${code})`));
  if (says("EACCES")) return { fix: "sudo boothctl doctor", hint: null };
  const hint = says("ENOENT") ? `Put the file back, or name the right one in ${ENVIRONMENT_FILE}.` : null;
  return { fix: "boothctl help environment", hint };
}
