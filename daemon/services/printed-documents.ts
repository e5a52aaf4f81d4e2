import type { Needs } from "../context.ts";
import { documentOf, type PrintDocument } from "../devices/print-document.ts";
import type { PrintJobRow } from "./print-jobs.ts";
import { isolated, localTime, padColumns, ruled } from "./print-text.ts";
import { printWords } from "./print-words.ts";
import { readReceipt } from "./receipts.ts";
import { sessionById } from "./session-rows.ts";
import { siteOf } from "./sites.ts";
import { ticketCode } from "./tickets.ts";

type PaperBooth = Needs<"db" | "ledger">;

/** What a job puts on paper. It is written when it is printed, so that an erased plate is not kept for it. */
export function documentOfJob(booth: PaperBooth, job: PrintJobRow): PrintDocument {
  const { kind, subject, copy } = job;
  const { language } = siteOf(booth.db);
  if (kind === "receipt") return documentOf(readReceipt(booth, subject ?? "", copy), language);
  if (kind === "ticket") return ticketDocument(booth, subject ?? "", copy);
  return documentOf(copyMark(language, copy) + (job.text ?? ""), language);
}

/** A ticket for a stay: its code in letters and as a QR code, which readers take at the exit. */
export function ticketDocument(booth: PaperBooth, sessionId: string, copy = 0): PrintDocument {
  const site = siteOf(booth.db);
  const session = sessionById(booth.db, sessionId);
  const word = printWords(site.language);
  const code = ticketCode(booth.ledger.keys, session.ticket_number);
  const head = [site.name, ...site.address.split("\n").filter((line) => line.trim() !== "")];
  const stay = [
    padColumns(word.ticket, isolated(code, site.language)),
    ...(session.plate === null ? [] : [padColumns(word.plate, isolated(session.plate, site.language))]),
    padColumns(word.in, isolated(localTime(session.entered_at, site.timezone), site.language)),
  ];
  return documentOf(copyMark(site.language, copy) + ruled(head, stay), site.language, code);
}

function copyMark(language: string, copy: number): string {
  return copy === 0 ? "" : `*** ${printWords(language).copy} ${copy} ***\n`;
}
