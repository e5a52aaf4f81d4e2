import { resolve } from "node:path";
import * as v from "valibot";
import { LOG_FORMATS, LOG_LEVELS } from "../common/node/log.ts";
import { type Environment, readSettings, wholeNumber } from "../common/node/settings.ts";
import type { CollectorConfig, ReviewerLogin } from "./context.ts";

/** What must never be shown. */
export interface CollectorSecrets {
  reviewerLogin: ReviewerLogin;
}

/** What a reviewer may be called: Basic authentication (RFC 7617) ends a name at the colon. */
export const REVIEWER_NAME = /^[^:\s'"\p{C}]{1,64}$/u;
const LOGIN = /^([^:\s'"]{1,64}):(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/;

const Settings = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:_-]{1,253}$/, "expected an address to listen on, such as 127.0.0.1")),
    "127.0.0.1",
  ),
  PORT: v.optional(wholeNumber(0, 65535), "8090"),
  DATA_DIR: v.optional(v.string(), "./var/collector"),
  REVIEWER_LOGIN: v.pipe(
    v.string(),
    v.regex(LOGIN, "expected name:bcrypt-hash, as `boothctl collector reviewer set-password` prints"),
  ),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(", ")}`), "info"),
  LOG_FORMAT: v.optional(v.picklist(LOG_FORMATS, "expected json or text"), "json"),
});

/** Every setting of the collector, in the order of its schema. */
export const COLLECTOR_SETTINGS = Object.keys(Settings.entries);

/** Reads the collector's settings, the secret apart. Throws one SettingsError with every problem. */
export function readCollectorSettings(
  env: Environment,
  facts: { version: string },
): { config: CollectorConfig; secrets: CollectorSecrets } {
  const read = readSettings(env, Settings, ["REVIEWER_LOGIN"]);
  const [, name = "", written = ""] = LOGIN.exec(read.REVIEWER_LOGIN) ?? [];
  // What other programs call 2y is the same as 2b, which is the only name our library knows it by.
  const hash = written.replace(/^\$2y/, "$2b");
  const config = {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR),
    log: { level: read.LOG_LEVEL, format: read.LOG_FORMAT },
    version: facts.version,
  };
  return { config, secrets: { reviewerLogin: { name, hash } } };
}
