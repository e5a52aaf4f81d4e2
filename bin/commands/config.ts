import { Argument, Command } from "commander";
import type { Config } from "../../daemon/context.ts";
import type { Secrets, SettingsWarning } from "../../daemon/settings.ts";
import { about } from "../cli/about.ts";
import { act } from "../cli/cli.ts";
import { boothSettings, environmentOf } from "../cli/environment.ts";
import { KEY_PURPOSES, type KeyPurpose, makeKey } from "../cli/make-key.ts";
import { findIdleLines } from "../cli/settings-file.ts";
import { ENVIRONMENT_FILE } from "../cli/side.ts";
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
        const idle = await findIdleLines(ENVIRONMENT_FILE);
        const { config, secrets, warnings: own } = await orWithIdleLines(idle, () => boothSettings(cli));
        await assertOwnLedger(config.dataDir, config.boothId, secrets.eventSigningKey);
        const warnings = [...own, ...idle];
        cli.print({ ok: true, problems: [], warnings }, () => verdictOf(warnings));
      }),
    );
  return about(command, { examples: ["boothctl config check"] });
}

/** What is missing is mostly what was mistyped. */
async function orWithIdleLines<T>(idle: readonly SettingsWarning[], read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { SettingsError } = await import("../../common/node/settings.ts");
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError([...error.problems, ...idle.map(({ message, fix }) => `${message}; ${fix}`)], error.hidden);
  }
}

function verdictOf(warnings: readonly SettingsWarning[]): string {
  if (warnings.length === 0) return "The configuration is complete and valid.";
  const lines = warnings.map(({ message, fix }) => ` ▲ ${message}\n   fix: ${fix}`);
  return ["The booth runs with this configuration, though maybe not as it was meant:", ...lines].join("\n");
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
    .description(
      "Shows the settings as they count, by the names they are written with; of secrets, a fingerprint only.",
    )
    .action(
      act(async (cli) => {
        cli.whenRefused("Nothing was changed.", "boothctl config check");
        const { config, secrets } = await boothSettings(cli);
        const { fingerprint } = await import("../../daemon/settings.ts");
        const settings = { ...writtenSettings(config), NODE_ENV: (await environmentOf(cli)).NODE_ENV || null };
        const shown = Object.entries(writtenSecrets(secrets)).map(
          ([name, value]) => [name, value === null ? null : { set: true, fingerprint: fingerprint(value) }] as const,
        );
        const rows = shown.map(([name, value]) => [name, value && `set, fingerprint ${value.fingerprint}`] as const);
        cli.print({ settings, secrets: Object.fromEntries(shown) }, () =>
          pairs([...Object.entries(settings), ...rows]),
        );
      }),
    );
  return about(command, { examples: ["boothctl config show"] });
}

const flag = (isOn: boolean) => (isOn ? "1" : "0");

/** The settings as somebody would have to write them to get what counts now. */
function writtenSettings(config: Config): Record<string, string | number | null> {
  return {
    HOST: config.host,
    PORT: config.port,
    DATA_DIR: config.dataDir,
    BOOTH_ID: config.boothId,
    MODULES_ENTITLED: config.modulesEntitled.join(","),
    WS_ALLOWED_ORIGINS: config.wsAllowedOrigins.join(","),
    COOKIE_SECURE: flag(config.cookieSecure),
    TRUST_PROXY: flag(config.trustProxy),
    CARWASH_REVIEW_ENTRY_SAMPLE: config.carwashReviewEntrySample,
    COLLECTOR_URL: config.collectorUrl,
    LOG_LEVEL: config.log.level,
    LOG_FORMAT: config.log.format,
  };
}

const writtenSecrets = (secrets: Secrets): Record<string, string | Buffer | null> => ({
  EVENT_SIGNING_KEY: secrets.eventSigningKey,
  SESSION_SECRET: secrets.sessionSecret,
  BACKUP_KEY: secrets.backupKey,
  COLLECTOR_TOKEN: secrets.collectorToken,
});

function keygen(): Command {
  const command = new Command("keygen")
    .description("Prints one fresh key; it is stored nowhere.")
    .addArgument(new Argument("<purpose>", "what it is for").choices(KEY_PURPOSES))
    .action(
      act(async (cli, purpose: KeyPurpose) => {
        const made = await makeKey(purpose);
        cli.print({ purpose, value: made.value, ...made.public }, () => made.value);
      }),
    );
  return about(command, {
    examples: ["boothctl config keygen signing", "boothctl config keygen session", "boothctl config keygen backup"],
  });
}
