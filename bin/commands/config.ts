import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { boothSettings } from "../cli/environment.ts";
import { usageError } from "../cli/errors.ts";
import { isKeyPurpose, KEY_PURPOSES, makeKey } from "../cli/make-key.ts";
import { pairs } from "../cli/text.ts";
import { keyCommand } from "./config-key.ts";

/** `boothctl config …` */
export function configCommand(): Command {
  const config = new Command("config").description("The settings the booth runs with, and keys for them.");
  for (const verb of [check(), show(), keygen(), keyCommand()]) config.addCommand(verb);
  return config;
}

function check(): Command {
  const command = new Command("check")
    .description("Checks all settings, and that the signing key is the ledger's.")
    .action(
      act(async (cli) => {
        cli.whenRefused("Nothing was changed.", "boothctl help environment");
        const { config, secrets } = await boothSettings(cli);
        await assertOwnLedger(config.dataDir, config.boothId, secrets.eventSigningKey);
        cli.print({ ok: true, problems: [] }, () => "The configuration is complete and valid.");
      }),
    );
  return about(command, { examples: ["boothctl config check"] });
}

/** Where there is a ledger already, it must be this key's and this booth's. */
async function assertOwnLedger(dataDir: string, boothId: string, seed: Buffer): Promise<void> {
  const { existsSync } = await import("node:fs");
  const { join } = await import("node:path");
  const path = join(dataDir, "booth.db");
  if (!existsSync(path)) return;
  const { becomeOwner } = await import("../cli/open.ts");
  becomeOwner(dataDir);
  const { openDb } = await import("../../common/node/db.ts");
  const { assertOwnChain } = await import("../../daemon/ledger/genesis.ts");
  const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
  const db = openDb(path, { readonly: true });
  try {
    assertOwnChain(db, openLedgerKeys(seed), boothId);
  } finally {
    db.close();
  }
}

function show(): Command {
  const command = new Command("show")
    .description("Shows the settings as they count; of secrets, a fingerprint only.")
    .action(
      act(async (cli) => {
        cli.whenRefused("Nothing was changed.", "boothctl config check");
        const { config, secrets } = await boothSettings(cli);
        const { fingerprint } = await import("../../daemon/settings.ts");
        const shown = Object.entries(secrets).map(
          ([name, value]: [string, string | Buffer | null]) =>
            [name, value === null ? null : { set: true, fingerprint: fingerprint(value) }] as const,
        );
        const rows = shown.map(([name, value]) => [name, value && `set, fingerprint ${value.fingerprint}`] as const);
        const plain = Object.entries(config).map(
          ([name, value]) => [name, Array.isArray(value) ? value.join(", ") : textOf(value)] as const,
        );
        cli.print({ config, secrets: Object.fromEntries(shown) }, () => pairs([...plain, ...rows]));
      }),
    );
  return about(command, { examples: ["boothctl config show"] });
}

function textOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, each]) => `${name} ${each}`)
    .join(", ");
}

function keygen(): Command {
  const command = new Command("keygen")
    .description("Prints one fresh key; it is stored nowhere.")
    .argument("<purpose>", KEY_PURPOSES.join(", "))
    .action(
      act(async (cli, purpose: string) => {
        if (!isKeyPurpose(purpose))
          throw usageError(`"${purpose}" is not a purpose; expected one of ${KEY_PURPOSES.join(", ")}.`, {
            unchanged: "No key was made.",
          });
        const made = await makeKey(purpose);
        cli.print({ purpose, value: made.value, ...made.public }, () => made.value);
      }),
    );
  return about(command, {
    examples: ["boothctl config keygen signing", "boothctl config keygen session", "boothctl config keygen backup"],
  });
}
