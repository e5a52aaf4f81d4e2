import { Argument, Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { TOPICS } from "./help.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** `boothctl completion` */
export function completionCommand(): Command {
  const command: Command = new Command("completion")
    .description("Prints the script with which a shell completes commands, verbs and flags.")
    .addArgument(new Argument("<shell>", "which shell reads it").choices(SHELLS));
  command.action(act((cli, shell: (typeof SHELLS)[number]) => print(cli, command, shell)));
  return about(command, {
    examples: [
      "boothctl completion bash > boothctl.bash",
      "boothctl completion zsh > _boothctl",
      "boothctl completion fish > boothctl.fish",
    ],
  });
}

async function print(cli: Cli, command: Command, shell: (typeof SHELLS)[number]): Promise<void> {
  const { nodesOf } = await import("../completion/tree.ts");
  const [{ bashScript }, { zshScript }, { fishScript }] = await Promise.all([
    import("../completion/bash.ts"),
    import("../completion/zsh.ts"),
    import("../completion/fish.ts"),
  ]);
  const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  const script = write(nodesOf(command.parent ?? command, TOPICS));
  cli.print({ shell, script }, () => script.trimEnd());
}
