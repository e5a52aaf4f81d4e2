import { randomUUID } from "node:crypto";
import type { Tariff, TariffPublish, TariffQuote } from "../../common/api/tariffs.ts";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import { BoothError, refuse, refuseInput } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { type Price, price } from "../../common/pricing.ts";
import { checkRateTable, type RateTable } from "../../common/rate-table.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { BOOTH_ACTOR } from "./actors.ts";
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
}

const COLUMNS = "id, version, name, effective_from, note, published_at, published_by, rate_table";

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
  };
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

/** Publishes a new version. Refuses a table that leaves time without a price, fails a case, or starts in the past. */
export async function publishTariff(booth: Needs<"ledger">, actor: Actor, input: TariffPublish): Promise<Tariff> {
  return booth.ledger.commit(actor, (tx) => {
    const site = siteOf(tx.db);
    const details = checkRateTable(input.rateTable, site.currency, site.timezone).map((found) => ({
      ...found,
      path: `rateTable.${found.path}`,
    }));
    if (details[0]) throw new BoothError("invalid_input", `the rate table: ${details[0].message}`, { details });
    if (input.effectiveFrom < tx.at) {
      refuseInput("effectiveFrom", "expected an instant that is not in the past");
    }
    return appendTariff(tx, input);
  });
}

function appendTariff(tx: Transaction, input: TariffPublish): Tariff {
  const last =
    sql<{ version: number | null }>(tx.db, "SELECT max(version) AS version FROM tariffs").get()?.version ?? 0;
  const tariffId = randomUUID();
  const { rateTable, effectiveFrom, note } = input;
  tx.append("tariff_publish", {
    tariffId,
    version: last + 1,
    effectiveFrom,
    rateTable,
    ...(note === undefined ? {} : { note }),
  });
  const row = sql<TariffRow>(tx.db, `SELECT ${COLUMNS} FROM tariffs WHERE id = ?`).get(tariffId);
  if (!row) throw new Error("a tariff that was just published is missing");
  return tariffOf(row);
}

/** Publishes the default tariff at the first start, so that a new booth can take a car at once. */
export async function publishDefaultTariff(booth: Needs<"ledger" | "db">): Promise<void> {
  if (listTariffs(booth, 1).length > 0) return;
  await booth.ledger.commit(BOOTH_ACTOR, (tx) => {
    appendTariff(tx, { rateTable: DEFAULT_RATE_TABLE, effectiveFrom: tx.at, note: "default tariff of a new booth" });
  });
}

/** Prices a stay that need not exist, against a stored or a given rate table. */
export function quoteTariff(booth: Needs<"db">, input: TariffQuote): Price {
  const site = siteOf(booth.db);
  const rateTable = input.rateTable ?? tariffById(booth.db, input.tariffId ?? "").rateTable;
  const { enteredAt, exitedAt, vehicleClass, validations } = input;
  return price(rateTable, {
    enteredAt,
    exitedAt,
    vehicleClass,
    validations,
    timezone: site.timezone,
    currency: site.currency,
  });
}
