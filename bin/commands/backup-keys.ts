import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { withBooth } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";

interface KeyShown {
  setting: "BACKUP_KEY" | "EVENT_SIGNING_KEY";
  fingerprint: string;
  /** The public half: an age recipient, or the id of the ledger's key. */
  public: string;
  keptOffsite: { at: string; by: string } | null;
}

/** `boothctl backup keys` */
export function keysCommand(): Command {
  const command = new Command("keys")
    .description("Shows by fingerprint which keys a restore needs, and whether copies of them lie elsewhere.")
    .option("--kept-offsite", "note that copies of both lie elsewhere now")
    .action(act((cli, { keptOffsite }: { keptOffsite?: boolean }) => showKeys(cli, keptOffsite ?? false)));
  return about(command, { examples: ["boothctl backup keys", "boothctl backup keys --kept-offsite"] });
}

async function showKeys(cli: Cli, confirm: boolean): Promise<void> {
  cli.whenRefused("Nothing was changed.", "boothctl config check");
  const { secrets } = await boothSettings(cli);
  const { fingerprint } = await import("../../daemon/settings.ts");
  const { recipientOf } = await import("../../daemon/services/backup/encryption.ts");
  const items = await withBooth(cli, async ({ booth, actor }) => {
    const { confirmOffsite, keptOffsite } = await import("../../daemon/services/backup/offsite.ts");
    const { backupKey, eventSigningKey } = secrets;
    const publicHalf = backupKey === null ? "" : await recipientOf(backupKey);
    const keys = [
      {
        setting: "EVENT_SIGNING_KEY" as const,
        fingerprint: fingerprint(eventSigningKey),
        public: booth.ledger.keys.keyId,
      },
      ...(backupKey === null
        ? []
        : [{ setting: "BACKUP_KEY" as const, fingerprint: fingerprint(backupKey), public: publicHalf }]),
    ];
    if (confirm) await confirmOffsite(booth, actor, keys);
    return keys.map((key): KeyShown => ({ ...key, keptOffsite: keptOffsite(booth.db, key.setting, key.fingerprint) }));
  });
  cli.print({ items, next: null }, () => items.map(asText).join("\n\n"));
  if (secrets.backupKey === null)
    cli.say("BACKUP_KEY is not set, so no backup is made: boothctl config keygen backup.");
  if (items.some((key) => key.keptOffsite === null))
    cli.say("A restore needs both keys. Keep copies elsewhere, then run boothctl backup keys --kept-offsite.");
}

function asText({ setting, fingerprint, public: publicHalf, keptOffsite }: KeyShown): string {
  return pairs([
    ["setting", setting],
    ["fingerprint", fingerprint],
    ["public half", publicHalf],
    ["kept offsite", keptOffsite ? `since ${keptOffsite.at}, said by ${keptOffsite.by}` : "nobody said so"],
  ]);
}
