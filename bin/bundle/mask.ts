import { type Db, sql } from "../../common/node/db.ts";
import { findDriver } from "../../daemon/devices/catalog.ts";
import { readLanes } from "../../daemon/devices/lane-rows.ts";
import type { Patient } from "../doctor/patient.ts";

/** Takes out of a text what is nobody else's business. */
export type Mask = (text: string) => string;

/** A single letter stands everywhere, and names nobody. */
const LEAST_LENGTH = 2;

/**
 * What looks like a secret, whoever's it is: age keys, bcrypt hashes, signed tokens, and in an address its password
 * and its query, for there are devices that take their password there.
 */
const SHAPES: readonly RegExp[] = [
  /AGE-SECRET-KEY-1[A-Z0-9]+/g,
  /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g,
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /(?<=:\/\/)[^\s/@"]+(?=@)/g,
  /(?<=:\/\/[^\s"'<>?]+\?)[^\s"'<>]+/g,
];

/** Opens a mask that knows the secrets, plates, cards and names of a booth, and what such things look like. */
export function openMask({ db, secrets: keys }: Patient): Mask {
  const secrets = Object.values(keys).flatMap(spellingsOf);
  const words: [string, string][] = [
    ...[...secrets, ...(db ? devicePasswords(db) : [])].map((value): [string, string] => [value, "[secret]"]),
    ...(db ? peopleIn(db) : []).map((value): [string, string] => [value, "[name]"]),
  ];
  const plates = new Set(db ? platesIn(db).map(bare) : []);
  // The longest first: one may be part of another.
  const inOrder = words
    .flatMap(([value, instead]) =>
      [...new Set([value, inJson(value)])].map((each): [string, string] => [each, instead]),
    )
    .filter(([value]) => value.length >= LEAST_LENGTH)
    .sort(([one], [other]) => other.length - one.length);
  return (text) => {
    const shaped = SHAPES.reduce((masked, shape) => masked.replace(shape, "[secret]"), text);
    const named = inOrder.reduce((masked, [value, instead]) => masked.replace(wholeWord(value), instead), shaped);
    return named.replace(/[\p{L}\p{N}]+(?:[-. ][\p{L}\p{N}]+)*/gu, (found) => withoutPlates(found, plates));
  };
}

/** Masks every text in a value, and nothing else: what was JSON stays so, and its numbers are no plates. */
export function maskIn(value: unknown, mask: Mask): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) => (typeof each === "string" ? mask(each) : each));
}

/** Masks lines, of which some are JSON, as a log's are. */
export function maskLines(text: string, mask: Mask): string {
  return text
    .split("\n")
    .map((line) => maskLine(line, mask))
    .join("\n");
}

function maskLine(line: string, mask: Mask): string {
  if (!line.startsWith("{")) return mask(line);
  try {
    return JSON.stringify(maskIn(JSON.parse(line), mask));
  } catch {
    return mask(line);
  }
}

/** Plates as people and cameras write them: with hyphens, dots or blanks, or without. */
function withoutPlates(found: string, plates: ReadonlySet<string>): string {
  if (plates.has(bare(found))) return "[plate]";
  const parts = found.split(/([-. ])/);
  for (let from = 0; from < parts.length; from += 2)
    for (let to = Math.min(parts.length, from + 7); to > from; to -= 2)
      if (plates.has(bare(parts.slice(from, to).join("")))) parts.splice(from, to - from, "[plate]");
  return parts.join("");
}

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
const wholeWord = (value: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "giu");

/** A key may turn up as it is set, or in another spelling of the same bytes. */
function spellingsOf(secret: string | Buffer | null): string[] {
  if (secret === null) return [];
  if (typeof secret === "string") return [secret];
  return (["base64url", "base64", "hex"] as const).map((spelling) => secret.toString(spelling));
}

/** What drivers keep secret, and the names by which the booth signs in at devices. */
function devicePasswords(db: Db): string[] {
  return readLanes(db).flatMap(({ devices }) =>
    devices.flatMap(({ category, driver_id, config_json }) => {
      const config = JSON.parse(config_json) as Record<string, unknown>;
      const fields = findDriver(category, driver_id)?.fields ?? [];
      const hidden = fields.filter(({ name, type }) => type === "secret" || name === "user");
      return hidden.flatMap(({ name }) => (config[name] ? [String(config[name])] : []));
    }),
  );
}

/** Everybody's names, but those that are words of the program. */
function peopleIn(db: Db): string[] {
  const users = sql<{ name: string }>(
    db,
    `SELECT username AS name FROM users WHERE username NOT IN (SELECT id FROM roles)
     UNION SELECT display_name FROM users WHERE display_name NOT IN (SELECT id FROM roles UNION SELECT name FROM roles)
     UNION SELECT value FROM subscription_texts WHERE kind = 'holder'`,
  );
  return users.all().map(({ name }) => name);
}

function platesIn(db: Db): string[] {
  const known = sql<{ plate: string }>(
    db,
    "SELECT plate FROM plates UNION SELECT value FROM subscription_texts WHERE kind <> 'holder'",
  );
  return known.all().map(({ plate }) => plate);
}
