import { readFileSync } from "node:fs";
import type { Assignment } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES, type DeviceCategory, type DriverEntry, type Field } from "../../common/drivers.ts";
import { BoothError } from "../../common/errors.ts";
import type { Db } from "../../common/node/db.ts";
import { findDriver } from "../../daemon/devices/catalog.ts";
import { readLane } from "../../daemon/devices/lane-rows.ts";
import { readAssignedLane } from "../../daemon/services/setup.ts";
import { CliError, usageError } from "./errors.ts";
import { present } from "./input.ts";

/** What the flags of `setup assign` say. */
export interface AssignFlags extends Partial<Record<DeviceCategory, string>> {
  direction?: string;
  name?: string;
  position?: number;
  set?: string[];
  setFile?: string[];
}

/** One `--set category.field=value`. */
export interface Setting {
  category: DeviceCategory;
  field: string;
  text: string;
}

/** Splits the settings that were given; those of --set-file are read from their files. */
export function parseSettings(flags: AssignFlags): Setting[] {
  const fromFiles = (flags.setFile ?? []).map((given) => {
    const { text: path, ...where } = parseSetting(given, "--set-file");
    return { ...where, text: readFileSync(path, "utf8").replace(/\r?\n$/, "") };
  });
  return [...(flags.set ?? []).map((given) => parseSetting(given, "--set")), ...fromFiles];
}

function parseSetting(given: string, flag: string): Setting {
  const match = /^([a-z]+)\.([A-Za-z0-9_]+)=(.*)$/s.exec(given);
  const category = DEVICE_CATEGORIES.find((each) => each === match?.[1]);
  if (!match || !category) {
    throw usageError(
      `"${given}" is not of the form ${flag} category.field=${flag === "--set" ? "value" : "path"}, with one of ${DEVICE_CATEGORIES.join(", ")}.`,
    );
  }
  return { category, field: match[2] ?? "", text: match[3] ?? "" };
}

/** A typed text as the value its field takes; what does not fit stays text, and the check says so. */
export function convert(field: Field | undefined, text: string): unknown {
  if (!field) return text;
  if (["int", "number", "port", "duration"].includes(field.type))
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (field.type === "bool")
    return (
      ({ true: true, yes: true, on: true, false: false, no: false, off: false } as Record<string, boolean>)[text] ??
      text
    );
  return text;
}

/**
 * The assignment that flags describe. A category keeps the settings that are stored and not named, as long as its
 * driver stays the same; a new driver begins with its defaults.
 */
export function assignmentOf(
  db: Db,
  lane: string,
  flags: AssignFlags,
  settings: readonly Setting[],
): Record<string, unknown> {
  const stored = readLane(db, lane) ? readAssignedLane(db, lane).devices : {};
  const devices: Record<string, unknown> = {};
  for (const category of DEVICE_CATEGORIES) {
    const named = settings.filter((setting) => setting.category === category);
    const driver = flags[category] ?? (named.length > 0 ? stored[category]?.driver : undefined);
    if (driver === undefined && named.length > 0)
      throw usageError(`${lane} has no ${category} yet: name its driver with --${category}.`);
    if (driver === undefined) continue;
    const fields = findDriver(category, driver)?.fields ?? [];
    const before = stored[category]?.driver === driver ? stored[category]?.config : {};
    const given = named.map(({ field, text }) => [
      field,
      convert(
        fields.find(({ name }) => name === field),
        text,
      ),
    ]);
    devices[category] = { driver, config: { ...before, ...Object.fromEntries(given) } };
  }
  const { direction, name, position } = flags;
  return { lane, devices, ...present({ direction, name, position }) };
}

/** The assignments of a file: an array, one assignment, or a list as the API answers it. */
export function assignmentsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const items = typeof value === "object" && value !== null && "items" in value ? value.items : undefined;
  return Array.isArray(items) ? items : [value];
}

const SAMPLES: Readonly<Partial<Record<Field["type"], string>>> = {
  host: "10.0.0.21",
  port: "4001",
  url: "http://10.0.0.21/",
  bool: "true",
  int: "1",
  number: "1",
  duration: "500",
};

const sampleOf = (field: Field) => field.options?.[0] ?? SAMPLES[field.type] ?? "…";

/** A refused assignment in the words of the command line: what is missing, and the line that would work. */
export function explainRefusal(error: unknown, lane: string, assignment: Assignment): unknown {
  if (!(error instanceof BoothError) || !["invalid_input", "unknown_driver"].includes(error.code)) return error;
  const first = error.extras.details?.[0];
  if (first?.path === "direction") {
    const hint = `boothctl setup assign ${lane} --direction exit --access simulated`;
    return new CliError(2, error.code, `${lane} would be a new lane: it needs a direction.`, {
      unchanged: `${lane} was not made.`,
      hint,
    });
  }
  const category = DEVICE_CATEGORIES.find((each) => first?.path.startsWith(`devices.${each}.`));
  if (!first || !category) return error;
  const notes = [`Fields: boothctl setup catalog --kind ${category}`];
  const driver = findDriver(category, assignment.devices[category]?.driver ?? "");
  if (!driver)
    return new CliError(2, error.code, `The ${category}'s driver: ${first.message}.`, {
      hint: `boothctl setup catalog --kind ${category}`,
    });
  const missing = missingFields(driver, error);
  if (missing.length === 0)
    return new CliError(2, error.code, `${titleOf(driver)}: ${wrongFields(error)}.`, {
      hint: "boothctl setup assign --help",
      notes,
    });
  const sets = missing.map((field) =>
    field.type === "secret"
      ? ` --set-file ${category}.${field.name}=FILE`
      : ` --set ${category}.${field.name}=${sampleOf(field)}`,
  );
  const names = new Intl.ListFormat("en").format(missing.map(({ name }) => name));
  return new CliError(2, error.code, `${titleOf(driver)} needs ${names}.`, {
    hint: `boothctl setup assign ${lane} --${category} ${driver.id}${sets.join("")}`,
    notes,
  });
}

const titleOf = ({ kind, id }: DriverEntry) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} "${id}"`;

function missingFields(driver: DriverEntry, error: BoothError): Field[] {
  const lacking = (error.extras.details ?? [])
    .filter(({ message }) => message.startsWith("is missing"))
    .map(({ path }) => path);
  return driver.fields.filter(({ name }) => lacking.includes(`devices.${driver.kind}.config.${name}`));
}

function wrongFields(error: BoothError): string {
  return (error.extras.details ?? [])
    .map(({ path, message }) => `${path.replace(/^devices\.(\w+)\.config\./, "$1.")} ${message}`)
    .join("; ");
}
