import type { Quote, QuoteLine } from "../../common/api/sessions.ts";
import type { FeeBasis } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { LONGEST_STAY_MS, type Price, price, taxOf } from "../../common/pricing.ts";
import type { RateTable } from "../../common/rate-table.ts";
import type { VehicleClass } from "../../common/review.ts";
import { coveredUntil } from "./cover.ts";
import type { SessionRow } from "./session-rows.ts";
import { siteOf } from "./sites.ts";
import { tariffById } from "./tariffs.ts";
import { stationsOf } from "./validation-rows.ts";

/** How long a quote holds. */
export const QUOTE_HOLDS_MS = 90_000;

export interface Fee {
  quote: Quote;
  basis: FeeBasis;
  /** How long a stay may still leave without paying again, from its payment on. */
  graceMs: number;
}

interface Taken {
  amount: number;
  tax: number;
}

/** What was paid for a stay and not voided. */
function takenFor(db: Db, sessionId: string): Taken {
  const row = sql<Taken>(
    db,
    "SELECT ifnull(sum(amount), 0) AS amount, ifnull(sum(tax), 0) AS tax FROM payments WHERE session_id = ? AND voided_by_seq IS NULL",
  ).get(sessionId);
  return row ?? { amount: 0, tax: 0 };
}

/** The flat fee of a lost ticket, as a price of one line. */
function lostPrice(rateTable: RateTable, currency: string, enteredAt: string, quotedAt: string): Price {
  const net = rateTable.lostTicket.flat;
  const tax = taxOf(net, rateTable);
  const amount = rateTable.taxIncluded ? net : net + tax;
  return {
    amount,
    tax,
    currency,
    lines: [
      {
        code: "flat",
        label: "Lost ticket",
        collection: null,
        from: enteredAt,
        to: quotedAt,
        quantity: 1,
        value: amount,
        amount,
      },
    ],
  };
}

/** What the table asks for the basis of a fee, before what was paid already. */
export function priceOfBasis(rateTable: RateTable, basis: FeeBasis, currency: string): Price {
  if (basis.lost) return lostPrice(rateTable, currency, basis.enteredAt, basis.quotedAt);
  const { enteredAt, quotedAt, timezone, validations } = basis;
  // However far the clock jumped, the fee is never negative and never takes more than a moment to work out.
  const longest = instant(Date.parse(enteredAt) + LONGEST_STAY_MS);
  const exitedAt = quotedAt < enteredAt ? enteredAt : quotedAt < longest ? quotedAt : longest;
  return price(rateTable, {
    enteredAt,
    exitedAt,
    timezone,
    currency,
    validations,
    vehicleClass: basis.vehicleClass as VehicleClass,
  });
}

/**
 * What a stay owes at an instant: its price by the tariff of its entry, less what was paid and not voided, never below
 * 0; nothing within the grace that runs from the last payment. A subscriber's stay is priced from where the subscription
 * no longer covers it; a lost ticket costs what it costs. A validation that was given counts whatever became of its
 * station or the module.
 */
export function feeAt(db: Db, session: SessionRow, quotedAt: string, lost: boolean): Fee {
  const site = siteOf(db);
  const tariff = tariffById(db, session.tariff_id);
  const taken = takenFor(db, session.id);
  const covered = lost ? null : coveredUntil(db, session);
  const free = covered === null || covered < quotedAt ? covered : quotedAt;
  const basis: FeeBasis = {
    tariffId: tariff.id,
    timezone: site.timezone,
    enteredAt: free ?? session.entered_at,
    quotedAt,
    vehicleClass: session.vehicle_class,
    validations: lost ? [] : stationsOf(db, session.id),
    paidBefore: taken.amount,
    lost,
  };
  const full = priceOfBasis(tariff.rateTable, basis, site.currency);
  const inGrace = session.paid_until !== null && quotedAt <= session.paid_until;
  const amount = inGrace ? 0 : Math.max(0, full.amount - taken.amount);
  const lines: QuoteLine[] = full.lines.map((line) => ({ ...line }));
  if (free !== null) lines.unshift(subscriptionLine(session.entered_at, free));
  if (amount !== full.amount)
    lines.push(creditLine(amount - full.amount, inGrace && full.amount > taken.amount, basis));
  const validUntil = instant(Date.parse(quotedAt) + QUOTE_HOLDS_MS);
  const quote: Quote = {
    sessionId: session.id,
    amount,
    tax: amount === 0 ? 0 : Math.max(0, full.tax - taken.tax),
    currency: site.currency,
    lines,
    tariffId: tariff.id,
    tariffName: tariff.rateTable.name,
    enteredAt: session.entered_at,
    quotedAt,
    validUntil,
    paidBefore: taken.amount,
  };
  return {
    quote,
    basis,
    graceMs: tariff.rateTable.graceAfterPaymentMinutes * 60_000,
  };
}

function subscriptionLine(from: string, to: string): QuoteLine {
  return { code: "subscription", label: "Subscription", collection: null, from, to, quantity: 1, value: 0, amount: 0 };
}

function creditLine(amount: number, inGrace: boolean, basis: FeeBasis): QuoteLine {
  const code = inGrace ? "grace" : "paid_before";
  const label = inGrace ? "Paid, time to leave" : "Paid before";
  return {
    code,
    label,
    collection: null,
    from: basis.enteredAt,
    to: basis.quotedAt,
    quantity: 1,
    value: amount,
    amount,
  };
}
