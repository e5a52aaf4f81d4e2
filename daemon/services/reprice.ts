import type { Payload } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { RateTable } from "../../common/rate-table.ts";
import type { Verification } from "../../common/verification.ts";
import { priceOfBasis } from "./fees.ts";

type Payment = Payload<"payment">;

const STEP = 500;

/** A payment whose fee comes out otherwise. */
export type Mispriced = NonNullable<Verification["firstBad"]>;

export interface RepriceOptions {
  /** Trusts what stands before this seq. */
  from?: number | undefined;
  /** Told of the entries up to which fees were computed. */
  onProgress?: ((seq: number) => void) | undefined;
}

/**
 * Computes every payment's fee again, from what its entry says it was computed from. Answers the first that differs. Of
 * 100,000 payments this takes seconds: a thread that others wait for leaves it to `findMispricedAside`.
 */
export function findMispriced(db: Db, { from = 1, onProgress = () => {} }: RepriceOptions = {}): Mispriced | null {
  const tables = readRateTables(db);
  const read = sql<{ seq: number; data: string }>(
    db,
    `SELECT seq, data FROM events WHERE kind = 'payment' AND seq > ? ORDER BY seq LIMIT ${STEP}`,
  );
  let last = from - 1;
  for (let rows = read.all(last); rows.length > 0; rows = read.all(last)) {
    for (const { seq, data } of rows) {
      last = seq;
      const message = mispriced(tables, seq, JSON.parse(data) as Payment);
      if (message !== null) return { seq, class: "fee", message };
    }
    onProgress(last);
  }
  return null;
}

/** The published tariffs as the chain holds them; the table `tariffs` is only a read model of it. */
function readRateTables(db: Db): Map<string, RateTable> {
  const rows = sql<{ data: string }>(db, "SELECT data FROM events WHERE kind = 'tariff_publish' ORDER BY seq").all();
  const published = rows.map(({ data }) => JSON.parse(data) as Payload<"tariff_publish">);
  // It was checked as a rate table when it was published.
  return new Map(published.map(({ tariffId, rateTable }) => [tariffId, rateTable as unknown as RateTable]));
}

function mispriced(tables: ReadonlyMap<string, RateTable>, seq: number, payment: Payment): string | null {
  const table = tables.get(payment.fee.tariffId);
  if (!table) return `the fee of entry ${seq} is by the tariff ${payment.fee.tariffId}, which was never published.`;
  try {
    const due = feeOf(table, payment);
    return due === payment.amount
      ? null
      : `the fee of entry ${seq} is ${payment.amount}, and computed again it is ${due}.`;
  } catch (error) {
    return `the fee of entry ${seq} cannot be computed again: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function feeOf(table: RateTable, { fee, currency }: Payment): number {
  return Math.max(0, priceOfBasis(table, fee, currency).amount - fee.paidBefore);
}
