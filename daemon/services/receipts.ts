import type { Payment } from "../../common/api/payments.ts";
import type { Printing } from "../../common/api/prints.ts";
import { formatMoney } from "../../common/money.ts";
import { sql } from "../../common/node/db.ts";
import { isRightToLeft } from "../../common/words.ts";
import type { Actor, Needs } from "../context.ts";
import { escapeHtml } from "./html.ts";
import { readPayment } from "./payments.ts";
import { askPrint, awaitPrint } from "./print-jobs.ts";
import { isolated, localTime, padColumns, ruled } from "./print-text.ts";
import { printWords } from "./print-words.ts";
import { type Reckoned, reckoningOf } from "./reckoning.ts";
import { type SessionRow, sessionById } from "./session-rows.ts";
import { type SiteRow, siteOf } from "./sites.ts";

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** A receipt as lines of text, in the site's language; `copy` 0 is the original. */
function receiptText(
  site: SiteRow,
  payment: Payment,
  session: SessionRow,
  reckoning: readonly Reckoned[],
  copy: number,
): string {
  const money = (amount: number) => isolated(formatMoney(amount, payment.currency, site.language), site.language);
  const time = (at: string) => isolated(localTime(at, site.timezone), site.language);
  const word = printWords(site.language);
  const head = [site.name, ...linesOf(site.address), ...linesOf(site.receipt_header)];
  const marks = [
    ...(copy > 0 ? [`*** ${word.copy} ${copy} ***`] : []),
    ...(payment.voidedBySeq === undefined ? [] : [`*** ${word.voided} ***`]),
  ];
  const stay = [
    padColumns(`${word.receipt} ${payment.receiptNumber}`, time(payment.paidAt)),
    padColumns(word.ticket, isolated(payment.ticket, site.language)),
    ...(payment.plate === null ? [] : [padColumns(word.plate, isolated(payment.plate, site.language))]),
    padColumns(word.in, time(session.entered_at)),
  ];
  const paid = [
    ...reckoning.map(({ text, amount }) => padColumns(text, money(amount))),
    padColumns(`${word.ofWhich} ${site.tax_label || word.tax}`, money(payment.tax)),
    ...(payment.tendered === null
      ? [word.byCard]
      : [padColumns(word.given, money(payment.tendered)), padColumns(word.change, money(payment.change ?? 0))]),
  ];
  return ruled(head, marks, stay, paid, [`${word.entry} ${payment.seq}`, ...linesOf(site.receipt_footer)]);
}

/** The receipt of a payment as text; a copy carries its number. */
export function readReceipt(booth: Needs<"db" | "ledger">, paymentId: string, copy = 0): string {
  const payment = readPayment(booth, paymentId);
  const session = sessionById(booth.db, payment.sessionId);
  return receiptText(siteOf(booth.db), payment, session, reckoningOf(booth.db, payment), copy);
}

/**
 * Issues a receipt on paper: counted in the ledger and noted for the printer in one, and given as text. The original is
 * issued once, as copy 0; whatever comes after it, or without asking for it, is a copy with its number.
 */
export async function issueReceipt(
  booth: Needs<"db" | "ledger" | "devices" | "bus">,
  actor: Actor,
  paymentId: string,
  original: boolean,
): Promise<{ text: string; copy: number } & Printing> {
  const { copy, job, lane } = await booth.ledger.commit(actor, (tx) => {
    const payment = readPayment({ db: tx.db, ledger: booth.ledger }, paymentId);
    const row = sql<{ lane: string | null; original_printed: number }>(
      tx.db,
      "SELECT lane, original_printed FROM payments WHERE id = ?",
    ).get(paymentId);
    const lane = row?.lane ?? null;
    const copy = original && row?.original_printed !== 1 ? 0 : payment.copies + 1;
    tx.append("receipt_copy", { paymentId, paymentSeq: payment.seq, copy });
    const job = askPrint(booth, tx, actor, { kind: "receipt", subject: paymentId, copy, lane });
    return { copy, job, lane };
  });
  return { text: readReceipt(booth, paymentId, copy), copy, ...(await awaitPrint(booth, job, lane)) };
}

/** A receipt as a page to print from a browser, in the site's language and direction. */
export function receiptHtml(booth: Needs<"db">, text: string): string {
  const { language } = siteOf(booth.db);
  const dir = isRightToLeft(language) ? "rtl" : "ltr";
  return `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><title>${printWords(language).receipt}</title></head><body><pre dir="auto">${escapeHtml(text)}</pre></body></html>`;
}
