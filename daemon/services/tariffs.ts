import type { Tariff, TariffQuote } from "../../common/api/tariffs.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import type { ReplaySummary } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { DAY } from "../../common/pricing/duration.ts";
import { collectionsFor, weekOf } from "../../common/pricing/schedule.ts";
import { type Price, price } from "../../common/pricing.ts";
import type { RateTable } from "../../common/rate-table.ts";
import type { Actor, Needs } from "../context.ts";
import { siteOf } from "./sites.ts";

interface TariffRow {
  id: string;
  version: number;
  name: string;
  effective_from: string;
  note: string | null;
  published_at: string;
  published_by: string;
  rate_table: string;
  replay: string | null;
}

const COLUMNS = "id, version, name, effective_from, note, published_at, published_by, rate_table, replay";

function tariffOf(row: TariffRow): Tariff {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    effectiveFrom: row.effective_from,
    note: row.note,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    rateTable: JSON.parse(row.rate_table) as RateTable,
    ...(row.replay === null ? {} : { replay: JSON.parse(row.replay) as ReplaySummary }),
  };
}

/** A version as these eyes may see it: what its replay says of the revenue is for those who may read reports. */
export function tariffFor(actor: Actor, tariff: Tariff): Tariff {
  if (actor.permissions.includes("report:read")) return tariff;
  const { replay: _, ...rest } = tariff;
  return rest;
}

/** Published versions, newest first; `before` is a version to go on from. */
export function listTariffs(booth: Needs<"db">, limit: number, before?: number): Tariff[] {
  return sql<TariffRow>(booth.db, `SELECT ${COLUMNS} FROM tariffs WHERE version < ? ORDER BY version DESC LIMIT ?`)
    .all(before ?? Number.MAX_SAFE_INTEGER, limit)
    .map(tariffOf);
}

const parsed = new Map<string, Tariff>();
const REMEMBERED = 200;

/** One published version. Versions never change, so each is parsed once. */
export function tariffById(db: Db, id: string): Tariff {
  const known = parsed.get(id);
  if (known) return known;
  const row = sql<TariffRow>(db, `SELECT ${COLUMNS} FROM tariffs WHERE id = ?`).get(id);
  if (!row) refuse("not_found", "there is no tariff with this id");
  if (parsed.size >= REMEMBERED) parsed.clear();
  const tariff = tariffOf(row);
  parsed.set(id, tariff);
  return tariff;
}

/** The version of a number, or undefined. */
export function tariffByVersion(db: Db, version: number): Tariff | undefined {
  const row = sql<{ id: string }>(db, "SELECT id FROM tariffs WHERE version = ?").get(version);
  return row && tariffById(db, row.id);
}

/** The last version that was published. Refuses with `not_ready` where there is none. */
export function newestTariff(db: Db): Tariff {
  return listTariffs({ db }, 1)[0] ?? refuse("not_ready", "no tariff is published at this booth");
}

/** The version in force at an instant; before the first one took effect, the first. */
export function tariffInForce(db: Db, at: string): Tariff {
  const row =
    sql<{ id: string }>(
      db,
      "SELECT id FROM tariffs WHERE effective_from <= ? ORDER BY effective_from DESC, version DESC LIMIT 1",
    ).get(at) ?? sql<{ id: string }>(db, "SELECT id FROM tariffs ORDER BY effective_from, version LIMIT 1").get();
  if (!row) refuse("not_ready", "no tariff is published at this booth");
  return tariffById(db, row.id);
}

/** More lines take over 100 ms to count and write, in which nobody else is served; a year of days and nights has 1100. */
const MOST_LINES = 6000;

/** Prices a stay that need not exist, of at most `MOST_LINES` pieces, against a stored or a given rate table. */
export function quoteTariff(booth: Needs<"db">, input: TariffQuote): Price {
  const site = siteOf(booth.db);
  const rateTable = input.rateTable ?? tariffById(booth.db, input.tariffId ?? "").rateTable;
  const { enteredAt, exitedAt, vehicleClass, validations } = input;
  const pieces = mostPieces(rateTable, input);
  if (pieces > MOST_LINES)
    refuseInput("exitedAt", `expected a stay of at most ${MOST_LINES} lines: choose an earlier end`);
  return price(rateTable, {
    enteredAt,
    exitedAt,
    vehicleClass,
    validations,
    timezone: site.timezone,
    currency: site.currency,
  });
}

/** So many pieces, or fewer, that a table cuts a stay into: at the edges of its periods and at its resets. */
function mostPieces(rateTable: RateTable, { enteredAt, exitedAt, vehicleClass }: TariffQuote): number {
  const split = collectionsFor(rateTable, "split", vehicleClass);
  const days = Math.ceil((Date.parse(exitedAt) - Date.parse(enteredAt)) / DAY);
  const edges = (weekOf(split).length - 1) / 7;
  const resets = split.some(({ resetMode }) => resetMode !== "session") || rateTable.resetMode !== undefined ? 2 : 0;
  return days * (edges + resets);
}
