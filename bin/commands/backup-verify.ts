import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { openedText, tryBackup } from "../cli/opened-backup.ts";

/** `boothctl backup verify` */
export function verifyCommand(): Command {
  const command = new Command("verify")
    .description("Decrypts a backup to its end and proves it: its list, every file, every entry of the ledger in it.")
    .argument("<backup>", "latest, a file, or a name in the target directory")
    .action(act((cli, word: string) => verify(cli, word)));
  return about(command, { examples: ["boothctl backup verify latest"], exits: [6, 8] });
}

async function verify(cli: Cli, word: string): Promise<void> {
  const opened = await tryBackup(cli, word, "Proving the backup", async () => {});
  cli.print(opened, () => `${cli.paint.green("✓")} ${openedText(opened)}`);
}
