import type { Payment } from "../../common/api/payments.ts";
import type { LedgerEvent } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import { readEvent } from "../ledger/read.ts";
import { priceOfBasis } from "./fees.ts";
import { isolated } from "./print-text.ts";
import { printWords } from "./print-words.ts";
import { siteOf } from "./sites.ts";
import { tariffById } from "./tariffs.ts";

/** A line of how a paid amount came about, in minor units. */
export interface Reckoned {
  text: string;
  amount: number;
}

/**
 * How the amount of a payment came about, in the site's language. Where nothing was validated that is one line; else
 * what parking cost, what each station took off, what was paid before, and the sum, computed again from the ledger.
 */
export function reckoningOf(db: Db, payment: Payment): Reckoned[] {
  const { language } = siteOf(db);
  const word = printWords(language);
  const { fee, currency } = paidEvent(db, payment.seq);
  if (fee.validations.length === 0) return [{ text: word.parking, amount: payment.amount }];
  const { amount, lines } = priceOfBasis(tariffById(db, fee.tariffId).rateTable, fee, currency);
  const taken = lines
    .filter(({ code }) => code === "validation")
    .map(({ label, amount }) => ({ text: `${word.validation} · ${isolated(stationIn(label), language)}`, amount }));
  const off = taken.reduce((sum, line) => sum + line.amount, 0);
  return [
    { text: word.parking, amount: amount - off },
    ...taken,
    ...(fee.paidBefore === 0 ? [] : [{ text: word.paidBefore, amount: -fee.paidBefore }]),
    { text: word.total, amount: payment.amount },
  ];
}

function paidEvent(db: Db, seq: number): LedgerEvent<"payment">["data"] {
  return (readEvent(db, seq) as LedgerEvent<"payment">).data;
}

/** The station of a validation's line: `Validation bar`. */
const stationIn = (label: string): string => label.slice(label.indexOf(" ") + 1);
