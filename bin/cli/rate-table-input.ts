import { readFileSync } from "node:fs";
import type { Tariff } from "../../common/api/tariffs.ts";
import { refuse } from "../../common/errors.ts";
import type { Db } from "../../common/node/db.ts";
import type { RateTable } from "../../common/rate-table.ts";
import { usageError } from "./errors.ts";
import { parseJson } from "./input.ts";

/** Reads the rate table of a file: by itself, or within a tariff as `boothctl tariffs show --json` prints it. */
export async function readRateTable(path: string): Promise<RateTable> {
  const value = parseJson(readFileSync(path, "utf8"), path);
  const isTariff = typeof value === "object" && value !== null && "rateTable" in value;
  const { parseInput } = await import("../../common/node/input.ts");
  const { RateTableSchema } = await import("../../common/rate-table.ts");
  return parseInput(RateTableSchema, isTariff ? value.rateTable : value, path);
}

/** The members of a table in the order in which people write them; the ledger has them by the alphabet. */
export async function inWritingOrder(rateTable: RateTable): Promise<RateTable> {
  const { parseInput } = await import("../../common/node/input.ts");
  const { RateTableSchema } = await import("../../common/rate-table.ts");
  return parseInput(RateTableSchema, rateTable, "the rate table");
}

/** The version of a number or an id. Refuses with `not_found`. */
export async function findTariff(db: Db, word: string): Promise<Tariff> {
  const { tariffById, tariffByVersion } = await import("../../daemon/services/tariffs.ts");
  if (!/^\d{1,9}$/.test(word)) return tariffById(db, word);
  return tariffByVersion(db, Number(word)) ?? refuse("not_found", `there is no version ${word} of the tariff`);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/;

/** An instant out of a time on the site's clock, such as 2026-05-29T15:54; of one that comes twice, the first. */
export async function siteInstant(timezone: string, text: string, flag: string): Promise<string> {
  if (!isInCalendar(text))
    throw usageError(`${flag}: expected a date and time on the site's clock, such as 2026-05-29T15:54.`);
  const { parseInstant, zoneOf } = await import("../../common/pricing/zone.ts");
  return new Date(parseInstant(zoneOf(timezone), text)).toISOString();
}

/** The parser takes 30 February for 2 March. */
function isInCalendar(text: string): boolean {
  const minute = text.slice(0, 16);
  const isTime = TIME.test(text) && ![`${minute}Z`, text].some((each) => Number.isNaN(Date.parse(each)));
  return isTime && new Date(`${minute}Z`).toISOString().startsWith(minute);
}
