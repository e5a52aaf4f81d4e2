import { createHash } from "node:crypto";
import { resolve } from "node:path";
import * as v from "valibot";
import { type ModuleId, parseEntitledModules } from "../common/modules.ts";
import { isAgeKey } from "../common/node/age-key.ts";
import { LOG_FORMATS, LOG_LEVELS } from "../common/node/log.ts";
import {
  type Environment,
  type FoundSecret,
  findSecret,
  readSettings,
  SettingsError,
  wholeNumber,
} from "../common/node/settings.ts";
import type { Config } from "./context.ts";

/** What must never be shown: keys and tokens. */
export interface Secrets {
  /** The 32-byte Ed25519 seed of the ledger. */
  eventSigningKey: Buffer;
  sessionSecret: string;
  backupKey: string | null;
  collectorToken: string | null;
}

/** The settings that are secrets: each may come as `NAME_FILE` too. */
export const SECRET_NAMES = ["EVENT_SIGNING_KEY", "SESSION_SECRET", "BACKUP_KEY", "COLLECTOR_TOKEN"];

const SEED = "expected 32 bytes in base64url, as `boothctl config keygen signing` prints";
const seed = v.pipe(v.string(), v.check(isSigningKey, SEED));
const AGE = "expected an age identity AGE-SECRET-KEY-1… or an age recipient age1…, with each letter as it was printed";

/**
 * As a client sends it (RFC 6454 §6.2): nothing after the port, and any scheme, since a desktop shell has its own. A
 * shell that shows files sends `file://`, with no host at all.
 */
const ORIGIN =
  /^(?:[a-z][a-z0-9+.-]*:\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]*]+)(?::\d{1,5})?|(?!https?:)[a-z][a-z0-9+.-]*:\/\/)$/i;
const ORIGINS =
  "expected origins, comma-separated, each scheme://host or scheme://host:port and nothing after it, such as https://booth.example";

const Settings = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:_-]{1,253}$/, "expected an address to listen on, such as 127.0.0.1")),
    "127.0.0.1",
  ),
  PORT: v.optional(wholeNumber(0, 65535), "8080"),
  DATA_DIR: v.optional(v.string(), "./var/booth"),
  BOOTH_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, "expected 1 to 64 letters, digits, - or _")),
    "booth-1",
  ),
  EVENT_SIGNING_KEY: seed,
  SESSION_SECRET: v.pipe(
    v.string(),
    v.minBytes(32, "expected at least 32 bytes, as `boothctl config keygen session` prints"),
  ),
  BACKUP_KEY: v.optional(v.pipe(v.string(), v.check(isAgeKey, AGE))),
  MODULES_ENTITLED: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseEntitledModules(text).ok,
        "expected module ids, comma-separated: parking, validation, carwash",
      ),
    ),
  ),
  WS_ALLOWED_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => namedOrigins(text).every(isOrigin), ORIGINS),
    ),
  ),
  COOKIE_SECURE: v.optional(v.string()),
  NODE_ENV: v.optional(v.string()),
  TRUST_PROXY: v.optional(v.picklist(["0", "1", "true", "false"], "expected 1 or 0"), "0"),
  CARWASH_REVIEW_ENTRY_SAMPLE: v.optional(wholeNumber(0, 1_000_000), "0"),
  COLLECTOR_URL: v.optional(
    v.pipe(v.string(), v.check(isHttpAddress, "expected an http or https address, such as https://labels.example")),
  ),
  COLLECTOR_TOKEN: v.optional(v.string()),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(", ")}`), "info"),
  LOG_FORMAT: v.optional(v.picklist(LOG_FORMATS, "expected json or text"), "json"),
});

/** Every setting of the daemon, in the order of its schema. */
export const BOOTH_SETTINGS = Object.keys(Settings.entries);

/** Whether a text can be an EVENT_SIGNING_KEY. */
export function isSigningKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, "base64url").length === 32;
}

function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text);
}

/** Whether a text is an address with a host. The first letter of the host is looked at because `new URL` skips slashes. */
function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]\S*$/.test(text) && URL.canParse(text);
}

/** Secure unless the setting is 0, false, no or off in any case, or NODE_ENV is exactly `development`. */
export function isCookieSecure(setting: string | undefined, nodeEnv: string | undefined): boolean {
  if (nodeEnv === "development") return false;
  return !["0", "false", "no", "off"].includes((setting ?? "").trim().toLowerCase());
}

function namedOrigins(setting: string): string[] {
  return setting
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
}

/** The origins the live feed accepts: as configured, or the booth's own on loopback. Never from a Host header. */
function originsOf(setting: string | undefined, port: number): string[] {
  const named = namedOrigins(setting ?? "");
  return named.length > 0 ? named : [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

/** A secret that stands for two things is lost with either. */
function findEqualSecrets({ SESSION_SECRET: session, ...others }: Readonly<Record<string, string>>): string[] {
  const taken = SECRET_NAMES.some((name) => session !== undefined && others[name] === session);
  return taken ? ["SESSION_SECRET: expected a value that no other key has"] : [];
}

/** What the program knows of itself: its version, the commit it was built from, and whether this is the demo. */
export interface ProgramFacts {
  version: string;
  commit?: string;
  demo?: boolean;
}

/** With what a booth runs, and yet not as somebody meant it. */
export interface SettingsWarning {
  message: string;
  fix: string;
}

/** As a collector makes them: 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What will keep the collector from taking this booth's packages. */
function findTokenTrouble(url: string | null, boothId: string, { value, file, code }: FoundSecret): SettingsWarning[] {
  if (url === null || TOKEN.test(value ?? "")) return [];
  const isThere = value !== undefined && value !== "";
  const state = code ? `cannot be read (${code})` : isThere ? "is not a token of a collector" : "is not set";
  const message = `COLLECTOR_TOKEN ${state}, so the collector will take no package`;
  return [{ message, fix: tokenFix(boothId, file) }];
}

/** What to do about a token that the collector does not take. */
export function tokenFix(boothId: string, file: string | undefined): string {
  const printed = `what boothctl collector booths add ${boothId} (or rotate ${boothId}) prints on the collector's host`;
  return `put ${printed} into ${file ?? "COLLECTOR_TOKEN"}, then systemctl restart parking-booth`;
}

/**
 * Reads the daemon's settings, secrets apart. Throws one SettingsError with every problem. A booth takes money without
 * its collector, so a token that cannot be read is a warning.
 */
export function readBoothSettings(
  env: Environment,
  facts: ProgramFacts,
): { config: Config; secrets: Secrets; warnings: SettingsWarning[] } {
  const token = findSecret(env, "COLLECTOR_TOKEN");
  const readable = token.code === undefined ? env : { ...env, COLLECTOR_TOKEN_FILE: undefined };
  const read = readSettings(readable, Settings, SECRET_NAMES, findEqualSecrets);
  const secrets: Secrets = {
    eventSigningKey: Buffer.from(read.EVENT_SIGNING_KEY, "base64url"),
    sessionSecret: read.SESSION_SECRET,
    backupKey: read.BACKUP_KEY ?? null,
    collectorToken: read.COLLECTOR_TOKEN ?? null,
  };
  const config = configOf(read, facts);
  return { config, secrets, warnings: findTokenTrouble(config.collectorUrl, config.boothId, token) };
}

const { EVENT_SIGNING_KEY, SESSION_SECRET } = Settings.entries;
const KeysAtWill = v.object({
  ...Settings.entries,
  EVENT_SIGNING_KEY: v.optional(EVENT_SIGNING_KEY),
  SESSION_SECRET: v.optional(SESSION_SECRET),
});

/** What of the settings is valid, and the names of those that are not; these count as if they were not set. */
export interface ValidSettings {
  config: Config;
  secrets: { readonly [Name in keyof Secrets]: Secrets[Name] | null };
  invalid: readonly string[];
}

/** Reads the settings for who looks at what is wrong with them. */
export function readValidSettings(env: Environment, facts: ProgramFacts): ValidSettings {
  const invalid = namesOfInvalid(env);
  const kept = Object.entries(env).filter(([name]) => !invalid.includes(name.replace(/_FILE$/, "")));
  // The credentials of systemd are files that the environment names by now.
  const read = readSettings({ ...Object.fromEntries(kept), CREDENTIALS_DIRECTORY: "" }, KeysAtWill, SECRET_NAMES);
  const seed = read.EVENT_SIGNING_KEY;
  const secrets = {
    eventSigningKey: seed === undefined ? null : Buffer.from(seed, "base64url"),
    sessionSecret: read.SESSION_SECRET ?? null,
    backupKey: read.BACKUP_KEY ?? null,
    collectorToken: read.COLLECTOR_TOKEN ?? null,
  };
  return { config: configOf(read, facts), secrets, invalid };
}

function namesOfInvalid(env: Environment): readonly string[] {
  try {
    readSettings(env, Settings, SECRET_NAMES, findEqualSecrets);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.names;
    throw error;
  }
}

function configOf(read: v.InferOutput<typeof KeysAtWill>, facts: ProgramFacts): Config {
  const entitled = parseEntitledModules(read.MODULES_ENTITLED);
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR),
    boothId: read.BOOTH_ID,
    modulesEntitled: entitled.ok ? entitled.modules : [],
    wsAllowedOrigins: originsOf(read.WS_ALLOWED_ORIGINS, read.PORT),
    cookieSecure: isCookieSecure(read.COOKIE_SECURE, read.NODE_ENV),
    trustProxy: ["1", "true"].includes(read.TRUST_PROXY),
    carwashReviewEntrySample: read.CARWASH_REVIEW_ENTRY_SAMPLE,
    collectorUrl: read.COLLECTOR_URL ?? null,
    log: { level: read.LOG_LEVEL, format: read.LOG_FORMAT },
    version: facts.version,
    commit: facts.commit ?? "",
    demo: facts.demo ?? false,
  };
}

/** The BACKUP_KEY, for those who look how backups stand. Throws a SettingsError. */
export function readBackupKey(env: Environment): string | null {
  return readSettings(env, v.pick(Settings, ["BACKUP_KEY"]), SECRET_NAMES).BACKUP_KEY ?? null;
}

/** The modules that are paid for, for those who read the site and hold no key. Throws a SettingsError. */
export function readModulesEntitled(env: Environment): ModuleId[] {
  const { MODULES_ENTITLED } = readSettings(env, v.pick(Settings, ["MODULES_ENTITLED"]), []);
  const entitled = parseEntitledModules(MODULES_ENTITLED);
  return entitled.ok ? entitled.modules : [];
}

/** A short name of a secret, to compare two copies of it by: never enough to learn it. */
export function fingerprint(secret: string | Buffer): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 8);
}
