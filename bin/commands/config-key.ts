import { readFileSync } from "node:fs";
import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { CliError, usageError } from "../cli/errors.ts";
import { withDatabase } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";

/** Which key a file holds, by every name that other commands and the doctor give it. */
interface KeyFound {
  setting: "EVENT_SIGNING_KEY" | "BACKUP_KEY";
  fingerprint: string;
  /** The short name of a ledger's key. */
  keyId: string | null;
  /** A ledger's public key, or an age recipient. */
  publicKey: string;
  /** Whether it is the key of the booth on this host; null where that cannot be told here. */
  isThisBooths: boolean | null;
}

/** `boothctl config key` */
export function keyCommand(): Command {
  const command = new Command("key")
    .description("Says which key a file holds, such as a copy kept elsewhere, and whether it is this booth's.")
    .argument("<file>", "a file with an EVENT_SIGNING_KEY or a BACKUP_KEY")
    .action(
      act(async (cli, file: string) => {
        cli.whenRefused("Nothing was changed.", "boothctl config key --help");
        const text = readFileSync(file, "utf8").trim();
        const found = await (/^age/i.test(text) ? backupKeyIn(cli, file, text) : signingKeyIn(cli, file, text));
        cli.print(found, () => asText(found));
      }),
    );
  return about(command, { examples: ["boothctl config key EVENT_SIGNING_KEY", "boothctl config key BACKUP_KEY"] });
}

async function signingKeyIn(cli: Cli, file: string, text: string): Promise<KeyFound> {
  const { fingerprint, isSigningKey } = await import("../../daemon/settings.ts");
  if (!isSigningKey(text)) throw usageError(`${file} holds neither an EVENT_SIGNING_KEY nor a BACKUP_KEY.`);
  const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
  const seed = Buffer.from(text, "base64url");
  const { keyId, publicKeyText } = openLedgerKeys(seed);
  const ledger = await orNull(() =>
    withDatabase(cli, async (db) => (await import("../../daemon/ledger/genesis.ts")).readGenesis(db)),
  );
  const isThisBooths = ledger && ledger.publicKey === publicKeyText;
  return {
    setting: "EVENT_SIGNING_KEY",
    fingerprint: fingerprint(seed),
    keyId,
    publicKey: publicKeyText,
    isThisBooths,
  };
}

async function backupKeyIn(cli: Cli, file: string, text: string): Promise<KeyFound> {
  const { fingerprint } = await import("../../daemon/settings.ts");
  const { recipientOf } = await import("../../daemon/services/backup/encryption.ts");
  const publicKey = await recipientOf(text).catch(() => {
    throw usageError(`${file} holds no age key: one letter of it may be wrong.`);
  });
  const own = await orNull(async () => (await boothSettings(cli)).secrets.backupKey);
  const isThisBooths = own === null ? null : (await recipientOf(own)) === publicKey;
  return { setting: "BACKUP_KEY", fingerprint: fingerprint(text), keyId: null, publicKey, isThisBooths };
}

/** What there is to compare with; null where this host has none, or this user may not see it. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CliError || (error instanceof Error && error.name === "SettingsError")) return null;
    throw error;
  }
}

function asText({ setting, fingerprint, keyId, publicKey, isThisBooths }: KeyFound): string {
  const isSigning = setting === "EVENT_SIGNING_KEY";
  const ownText = isThisBooths === null ? "there is none here to compare with" : isThisBooths;
  return pairs([
    ["setting", setting],
    ["fingerprint", fingerprint],
    ...(isSigning ? ([["key id", keyId]] as const) : []),
    [isSigning ? "public key" : "recipient", publicKey],
    ["is this booth's", ownText],
  ]);
}
