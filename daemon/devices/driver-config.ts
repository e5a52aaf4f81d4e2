import * as v from "valibot";
import type { DeviceCategory, FieldValue } from "../../common/drivers.ts";
import type { ErrorDetail } from "../../common/errors.ts";
import type { ConfigField, Fields } from "./fields.ts";

/** What of a driver its config is checked against. */
interface Settings {
  readonly kind: DeviceCategory;
  readonly fields: Fields;
  misfits?(config: never): readonly ErrorDetail[];
}

/** A config as it is stored: checked, defaults filled in, secrets in clear. */
export type DriverConfig = Record<string, FieldValue>;

export type CheckedConfig = { ok: true; config: DriverConfig } | { ok: false; details: ErrorDetail[] };

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** `{"set":true}`: keep the secret as it is stored. */
const isKept = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "set" in value &&
  value.set === true &&
  Object.keys(value).length === 1;

function checkField(
  field: ConfigField,
  given: unknown,
  stored: FieldValue | undefined,
): { value?: FieldValue; problem?: string } {
  const keeps = field.type === "secret" && isKept(given);
  if (keeps && stored === undefined) return { problem: "expected the secret itself: none is stored" };
  const value = keeps ? stored : isAbsent(given) ? field.default : given;
  if (value === undefined) return field.required ? { problem: `is missing; expected ${wordsOf(field)}` } : {};
  const checked = v.safeParse(field.check, value);
  return checked.success ? { value: checked.output } : { problem: checked.issues[0].message };
}

const WORDS: Readonly<Partial<Record<ConfigField["type"], string>>> = {
  host: "a host name or an address",
  port: "a port from 1 to 65535",
  url: "an http or https address",
  int: "a whole number",
  number: "a number",
  duration: "milliseconds",
  bool: "true or false",
};

function wordsOf(field: ConfigField): string {
  return field.options ? `one of ${field.options.join(", ")}` : (WORDS[field.type] ?? "text");
}

/**
 * Checks a config against its driver's fields: one detail for each field that is wrong, missing or unknown. A secret
 * given as `{"set":true}` is taken from `stored`.
 */
export function checkConfig(
  driver: Settings,
  given: Readonly<Record<string, unknown>>,
  stored: DriverConfig = {},
): CheckedConfig {
  const details: ErrorDetail[] = [];
  const config: DriverConfig = {};
  const report = (name: string, message: string) =>
    details.push({ path: `devices.${driver.kind}.config.${name}`, message });
  for (const field of driver.fields) {
    const { value, problem } = checkField(
      field,
      Object.hasOwn(given, field.name) ? given[field.name] : undefined,
      stored[field.name],
    );
    if (problem !== undefined) report(field.name, problem);
    else if (value !== undefined) config[field.name] = value;
  }
  const known = new Set(driver.fields.map((field) => field.name));
  for (const name of Object.keys(given)) if (!known.has(name)) report(name, "is not a setting of this driver");
  if (details.length === 0)
    for (const { path, message } of driver.misfits?.(config as never) ?? []) report(path, message);
  return details.length > 0 ? { ok: false, details } : { ok: true, config };
}

/**
 * Checks a config that was stored, perhaps by another version of the program: settings this one does not have are left
 * out, those it has gained get their defaults.
 */
export function checkStoredConfig(driver: Settings, stored: DriverConfig): CheckedConfig {
  const known = driver.fields.filter(({ name }) => stored[name] !== undefined);
  return checkConfig(driver, Object.fromEntries(known.map(({ name }) => [name, stored[name]])));
}

/** A config as it may be shown: secrets as `{"set":true}`. Of a driver the program no longer has, nothing. */
export function redactConfig(
  driver: Settings | null,
  config: DriverConfig,
): Record<string, FieldValue | { set: boolean }> {
  const shown = (driver?.fields ?? []).filter((field) => config[field.name] !== undefined);
  return Object.fromEntries(
    shown.map((field) => [field.name, field.type === "secret" ? { set: true } : (config[field.name] as FieldValue)]),
  );
}
