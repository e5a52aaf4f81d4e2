import { formatMoney, minorDigits } from "../../../common/money.ts";
import type { Language } from "../../../common/words.ts";
import { localTime } from "../print-text.ts";
import type { Cell, CellKind, Column, ReportTable } from "./table.ts";
import { type ReportWords, reportWords, wordIn } from "./words/index.ts";

/** What the second column of a day's report also holds: when it was signed, and the rates of tax. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const RATE = /^\d(\.\d+)?$/;
const MINUTE_SECONDS = 60;
/** A wall-clock name of an hour, such as `2026-10-25T02:00+01:00`, without its offset. */
const NAME_WITHOUT_OFFSET = 16;

/** The cells of a kind that is a list of words, in the words of a language. */
function listWord(words: ReportWords, as: CellKind | undefined, text: string): string {
  if (as === "kind") return wordIn(words.kinds, text);
  if (as === "reason") return wordIn(words.reasons, text);
  if (as === "method") return text === "Total" ? words.total : wordIn(words.methods, text);
  if (as === "section")
    return wordIn(words.sections, text.startsWith("exception ") ? wordIn(words.kinds, text.slice(10)) : text);
  if (as === "part") return wordIn({ ...words.reasons, ...words.methods, ...words.parts }, text);
  return text;
}

/** A table for a spreadsheet that people open: words in their language; numbers and instants as programs want them. */
export function wordedTable(
  table: Pick<ReportTable, "columns" | "rows" | "currency">,
  language: Language,
): { heads: string[]; rows: Cell[][] } {
  const words = reportWords(language);
  const unit = (1 / 10 ** minorDigits(table.currency || "EUR")).toFixed(minorDigits(table.currency || "EUR"));
  return {
    heads: table.columns.map(({ id, as }) =>
      as === "money" ? `${wordIn(words.columns, id)} (${unit} ${table.currency})` : wordIn(words.columns, id),
    ),
    rows: table.rows.map((row) =>
      row.map((cell, at) => (typeof cell === "string" ? listWord(words, table.columns[at]?.as, cell) : cell)),
    ),
  };
}

/** A heading and cells as people read them on paper: money with its currency, times of the site's clock. */
export interface ShownTable {
  title: string;
  heads: { text: string; numeric: boolean }[];
  rows: string[][];
}

/** A table for paper, without what only programs want. `lanes` are the lanes' names by their ids. */
export function shownTable(table: ReportTable, language: Language, lanes: ReadonlyMap<string, string>): ShownTable {
  const words = reportWords(language);
  const show = shower(table, language, lanes);
  const wanted = table.columns.flatMap((column, at) => (column.machine ? [] : [{ column, at }]));
  return {
    title: titleOf(table, words),
    heads: wanted.map(({ column, at }) => ({
      text: wordIn(words.columns, column.as === "seconds" ? "averageStay" : (column.head ?? column.id)),
      numeric: table.rows.some((row) => typeof row[at] === "number"),
    })),
    rows: table.rows.map((row) => wanted.map(({ column, at }) => show(column, row[at] ?? null))),
  };
}

function titleOf({ title, span, state, marks }: ReportTable, words: ReportWords): string {
  const known = state === undefined ? "" : `. ${words.states[state]}`;
  const filled = known
    .replace("{number}", String(marks?.number))
    .replace("{seq}", String(marks?.seq))
    .replace("{time}", duration(marks?.lateSeconds ?? 0));
  return `${wordIn(words.titles, title)}, ${span}${filled}`;
}

function shower(table: ReportTable, language: Language, lanes: ReadonlyMap<string, string>) {
  const words = reportWords(language);
  const hour = hourShower(table);
  // Digits are the same in every language: a printout must match the screen and the receipts.
  const money = (amount: number) => formatMoney(amount, table.currency, language);
  return ({ as }: Column, cell: Cell): string => {
    if (cell === null) return "";
    if (typeof cell === "number")
      return as === "money" ? money(cell) : as === "seconds" ? duration(cell) : String(cell);
    if (as === "hour") return cell === "Total" ? words.total : hour(cell);
    if (as === "instant") return localTime(cell, table.timezone);
    if (as === "lane") return lanes.get(cell) ?? cell;
    if (as === "part" && INSTANT.test(cell)) return localTime(cell, table.timezone);
    if (as === "part" && RATE.test(cell)) return `${Math.round(Number(cell) * 10_000) / 100} %`;
    return as === undefined && cell === "Total" ? words.total : listWord(words, as, cell);
  };
}

/** An hour keeps its offset only where it comes twice. */
function hourShower(table: ReportTable): (name: string) => string {
  const at = table.columns.findIndex(({ as }) => as === "hour");
  const plain = (name: Cell | undefined) => String(name).slice(0, NAME_WITHOUT_OFFSET);
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const row of table.rows) (seen.has(plain(row[at])) ? twice : seen).add(plain(row[at]));
  return (name) => (twice.has(plain(name)) ? name : plain(name)).replace("T", " ");
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / MINUTE_SECONDS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
