import type { Language } from "../../common/words.ts";

const english = {
  copy: "COPY",
  voided: "VOIDED",
  receipt: "Receipt",
  ticket: "Ticket",
  plate: "Plate",
  in: "In",
  parking: "Parking",
  ofWhich: "of which",
  tax: "tax",
  byCard: "Paid by card",
  given: "Given",
  change: "Change",
  entry: "Entry",
  report: "report, shift",
  open: "open",
  sales: "Sales",
  cash: "Cash",
  card: "Card",
  voids: "Voids",
  float: "Float",
  payIns: "Paid in",
  payOuts: "Paid out",
  drops: "Dropped",
  counted: "Counted",
  expected: "Expected",
  overShort: "Over/short",
  handOpenings: "Opened by hand",
  lostTickets: "Lost tickets",
  closedUnpaid: "Left without paying",
  copies: "Receipt copies",
  turnover: "Turnover for ever",
};

export type PrintWords = typeof english;

const german: PrintWords = {
  copy: "KOPIE",
  voided: "STORNIERT",
  receipt: "Beleg",
  ticket: "Ticket",
  plate: "Kennzeichen",
  in: "Einfahrt",
  parking: "Parken",
  ofWhich: "darin",
  tax: "Steuer",
  byCard: "Mit Karte bezahlt",
  given: "Gegeben",
  change: "Rückgeld",
  entry: "Eintrag",
  report: "Bericht, Schicht",
  open: "offen",
  sales: "Verkäufe",
  cash: "Bar",
  card: "Karte",
  voids: "Stornos",
  float: "Wechselgeld",
  payIns: "Einzahlungen",
  payOuts: "Auszahlungen",
  drops: "Abschöpfungen",
  counted: "Gezählt",
  expected: "Erwartet",
  overShort: "Differenz",
  handOpenings: "Von Hand geöffnet",
  lostTickets: "Verlorene Tickets",
  closedUnpaid: "Ohne Zahlung ausgefahren",
  copies: "Belegkopien",
  turnover: "Umsatz seit Beginn",
};

const WORDS: Readonly<Record<Language, PrintWords>> = { en: english, de: german };

/** The words on paper, in the site's language: customers read it, not the cashier. */
export function printWords(language: string): PrintWords {
  return WORDS[language as Language] ?? english;
}
