import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { readVersion } from "../cli/environment.ts";

/** `boothctl version` */
export function versionCommand(): Command {
  const command = new Command("version").description("Says which version of the program this is.").action(
    act((cli) => {
      const { version, commit, release } = readVersion();
      cli.print({ version, commit, release }, () => `boothctl ${version} (${release ?? commit})`);
    }),
  );
  return about(command, { examples: ["boothctl version", "boothctl version --json"] });
}
