import { refuseInput } from "../../common/errors.ts";

/** A row of a CSV file: the number of the line it begins on, and its cells by the name of their column. */
export interface CsvRow {
  line: number;
  cells: Record<string, string>;
  /** Why its cells cannot be told apart, if they cannot. */
  problem?: string;
}

/**
 * Reads CSV (RFC 4180) whose first line names the columns. The separator is the one that the first line uses, comma or
 * semicolon. Blank lines are left out. Refuses with `invalid_input` what has no such first line, and more than `most`
 * rows below it, without reading on.
 */
export function readCsvTable(
  text: string,
  columns: readonly string[],
  required: readonly string[],
  most: number,
): CsvRow[] {
  const body = text.replace(/^\uFEFF/, "");
  const first = /^[^\r\n]*/.exec(body)?.[0] ?? "";
  const separator = first.split(";").length > first.split(",").length ? ";" : ",";
  const [head, ...records] = recordsOf(body, separator, most);
  const names = (head?.cells ?? []).map((name) => nameOf(name, columns));
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined) refuseInput("csv", `line 1: "${unknown}" is no column; there are ${columns.join(", ")}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuseInput("csv", `line 1: the column ${twice} is there twice`);
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) refuseInput("csv", `line 1: the column ${missing} is missing`);
  return records.map((record) => rowOf(record, names));
}

function nameOf(cell: string, columns: readonly string[]): string {
  const name = cell.trim();
  return columns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;
}

interface CsvRecord {
  line: number;
  cells: string[];
}

function rowOf({ line, cells }: CsvRecord, names: readonly string[]): CsvRow {
  const named = Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? "").trim()]));
  if (cells.length === names.length) return { line, cells: named };
  return { line, cells: named, problem: `has ${cells.length} cells, and the first line names ${names.length} columns` };
}

function recordsOf(text: string, separator: "," | ";", most: number): CsvRecord[] {
  const plain = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\r\\n]*)`, "y");
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  for (let at = 0; at <= text.length; ) {
    plain.lastIndex = at;
    const [whole = "", quoted, bare = ""] = plain.exec(text) ?? [];
    if (bare.startsWith('"')) refuseInput("csv", `line ${line}: a quotation mark is not closed`);
    at += whole.length;
    line += whole.split("\n").length - 1;
    record.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    const next = text[at];
    if (next === separator) {
      at += 1;
      continue;
    }
    if (next !== undefined && next !== "\r" && next !== "\n")
      refuseInput("csv", `line ${line}: expected a separator or the end of the line after a quoted cell`);
    if (record.cells.some((cell) => cell.trim() !== "")) records.push(record);
    if (records.length > most + 1) refuseInput("csv", `expected at most ${most} rows`);
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    record = { line, cells: [] };
  }
  return records;
}
