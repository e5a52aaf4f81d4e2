import type { AssignedDevice } from "../../../../common/api/setup.ts";
import { type DriverEntry, type Field, valueFromText } from "../../../../common/drivers.ts";
import { t } from "../../../text/index.ts";
import type { Problems } from "../parts/use-new.ts";

export type Config = AssignedDevice["config"];
export type Setting = Config[string];

/** Whether this stands for a secret the booth has and does not tell. */
export function isKept(setting: Setting | undefined): boolean {
  return typeof setting === "object";
}

/** What a new device begins with: its driver's defaults, and what was typed before for a driver with the same field. */
export function startOf(driver: DriverEntry, before: DriverEntry | undefined, config: Config): Config {
  return inOrder(driver, (field) => {
    const known = before?.fields.some(({ name, type }) => name === field.name && type === field.type);
    const typed = known && field.type !== "secret" ? config[field.name] : undefined;
    return typed ?? field.default ?? (field.type === "bool" ? false : undefined);
  });
}

/** A config with one setting changed; an empty one is left out, as the booth leaves it out. */
export function withSetting(driver: DriverEntry, config: Config, name: string, setting: Setting): Config {
  return inOrder(driver, (field) => {
    if (field.name !== name) return config[field.name];
    return setting === "" ? undefined : settled(field, setting);
  });
}

/** Typed text as the value it stands for, as soon as nothing of what was typed is lost by it. */
function settled({ type }: Field, setting: Setting): Setting {
  if (typeof setting !== "string") return setting;
  const value = valueFromText(type, setting);
  return String(value) === setting ? value : setting;
}

/** The config as it is sent. */
export function sendable(driver: DriverEntry, config: Config): Config {
  return inOrder(driver, ({ name, type }) => {
    const setting = config[name];
    return typeof setting === "string" ? valueFromText(type, setting) : setting;
  });
}

/** What can be seen to be wrong before the booth is asked, by field. */
export function problemsOfConfig(driver: DriverEntry, config: Config): Problems {
  const problems = driver.fields.flatMap((field): [string, string][] => {
    const setting = config[field.name];
    if (setting === undefined)
      return field.required && field.default === undefined ? [[field.name, t("setup.fill_in")]] : [];
    const isText = typeof setting === "string" && typeof valueFromText(field.type, setting) === "string";
    return isText && NUMERIC.includes(field.type) ? [[field.name, t("setup.number")]] : [];
  });
  return Object.fromEntries(problems);
}

const NUMERIC: readonly Field["type"][] = ["int", "number", "port", "duration"];

/** The settings in the order of the driver's fields, in which the booth stores them. */
function inOrder(driver: DriverEntry, settingOf: (field: Field) => Setting | undefined): Config {
  const entries = driver.fields.flatMap((field): [string, Setting][] => {
    const setting = settingOf(field);
    return setting === undefined ? [] : [[field.name, setting]];
  });
  return Object.fromEntries(entries);
}
