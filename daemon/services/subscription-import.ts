import {
  IMPORT_COLUMNS,
  type ImportedRow,
  type ImportResult,
  SubscriptionCreate,
  type SubscriptionImport,
} from "../../common/api/subscriptions.ts";
import { BoothError, type ErrorDetail, refuseInput } from "../../common/errors.ts";
import { parseHours } from "../../common/hours.ts";
import type { Db } from "../../common/node/db.ts";
import { checkInput } from "../../common/node/input.ts";
import type { Actor, Needs } from "../context.ts";
import type { LedgerKeys } from "../ledger/keys.ts";
import { type CsvRow, readCsvTable } from "./csv-table.ts";
import { siteOf } from "./sites.ts";
import type { Terms } from "./subscription-rows.ts";
import { problemsOf } from "./subscription-terms.ts";
import { newTerms, storeTerms } from "./subscriptions.ts";

const LISTS = ["plates", "credentials", "lanes"];
const REQUIRED = ["holder", "validFrom", "validTo"];
/** So many are checked and signed in half a second, in which nobody else is served. */
const MOST_ROWS = 2000;

/** A row as it was checked; with terms, if it can be stored. */
interface Checked {
  row: ImportedRow;
  good?: { input: SubscriptionCreate; terms: Terms };
}

/**
 * Stores the subscriptions of a CSV file: all of them or, with `skipBad`, the good ones. Every row is checked first,
 * against the booth and against the rows before it. Refuses with `invalid_input` and one detail per problem while a row
 * is bad; a dry run answers the same without storing anything.
 */
export async function importSubscriptions(
  booth: Needs<"ledger" | "db">,
  actor: Actor,
  { csv, dryRun, skipBad }: SubscriptionImport,
): Promise<ImportResult> {
  const { keys } = booth.ledger;
  const rows = readCsvTable(csv, IMPORT_COLUMNS, REQUIRED, MOST_ROWS);
  if (rows.length === 0) refuseInput("csv", "expected at least one row below the names of the columns");
  if (dryRun) return resultOf(checkRows(booth.db, keys, rows), true);
  return booth.ledger.commit(actor, (tx) => {
    const checked = checkRows(tx.db, keys, rows);
    const result = resultOf(checked, false);
    if (result.bad > 0 && !skipBad) refuseRows(result);
    for (const { good } of checked) if (good) storeTerms(tx, keys, good.terms, good.input);
    return { ...result, created: result.good };
  });
}

function resultOf(checked: readonly Checked[], dryRun: boolean): ImportResult {
  const good = checked.filter((one) => one.good).length;
  return { dryRun, good, bad: checked.length - good, created: 0, rows: checked.map(({ row }) => row) };
}

function refuseRows(result: ImportResult): never {
  const details = result.rows.flatMap(({ line, problems }) =>
    problems.map(({ column, message }) => ({ path: `csv.${line}.${column}`, message: `line ${line}: ${message}` })),
  );
  const rows = result.bad === 1 ? "1 row is" : `${result.bad} rows are`;
  const first = details[0] ? `; the first: ${details[0].message}` : "";
  throw new BoothError("invalid_input", `csv: ${rows} bad, so nothing was stored${first}`, {
    details,
    body: { result },
  });
}

function checkRows(db: Db, keys: LedgerKeys, rows: readonly CsvRow[]): Checked[] {
  const { timezone } = siteOf(db);
  const taken = new Map<string, { line: number; terms: Terms }[]>();
  return rows.map((row) => {
    const { line } = row;
    const cells = plainCells(row.cells);
    const holder = cells.holder ?? "";
    const bad = (details: readonly ErrorDetail[]): Checked => ({
      row: { line, holder, problems: details.map((detail) => problemOf(detail, cells)) },
    });
    if (row.problem !== undefined) return bad([{ path: "", message: row.problem }]);
    const hours = cells.hours ? parseHours(cells.hours) : undefined;
    if (hours === null)
      return bad([{ path: "hours", message: "expected hours such as mon-fri 07:00-19:00 | sat 08:00-12:00" }]);
    const parsed = checkInput(SubscriptionCreate, { ...membersOf(cells), ...(hours ? { hours } : {}) });
    if ("details" in parsed) return bad(parsed.details);
    const terms = newTerms(keys, timezone, parsed.output);
    const problems = [...problemsOf(db, terms), ...repetitionsOf(taken, terms)];
    if (problems.length > 0) return bad(problems);
    for (const ref of [...terms.plateRefs, ...terms.credentialRefs])
      taken.set(ref, [...(taken.get(ref) ?? []), { line, terms }]);
    return { row: { line, holder, problems: [] }, good: { input: parsed.output, terms } };
  });
}

/** Takes off the `'` with which an export keeps a spreadsheet from taking a cell for a formula. */
function plainCells(cells: Readonly<Record<string, string>>): Record<string, string> {
  const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, "");
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, plain(cell)]));
}

/** A row's cells as the members of a request; an empty cell is an absent member. */
function membersOf(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const filled = Object.entries(cells).filter(([name, cell]) => cell !== "" && name !== "hours");
  return Object.fromEntries(filled.map(([name, cell]) => [name, memberOf(name, cell)]));
}

function memberOf(name: string, cell: string): unknown {
  if (name === "carsInside") return /^\d{1,9}$/.test(cell) ? Number(cell) : cell;
  return LISTS.includes(name) ? partsOf(cell) : cell;
}

function partsOf(cell: string): string[] {
  return cell
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Where rows of the file itself say of one plate, for one time, that it is somebody else's. */
function repetitionsOf(taken: ReadonlyMap<string, { line: number; terms: Terms }[]>, terms: Terms): ErrorDetail[] {
  if (terms.status === "cancelled") return [];
  const check = (path: string) => (ref: string, index: number) => {
    const other = taken
      .get(ref)
      ?.find(
        ({ terms: { validFrom, validTo, status } }) =>
          status !== "cancelled" && validFrom < terms.validTo && validTo > terms.validFrom,
      );
    return other ? [{ path: `${path}.${index}`, message: `is in line ${other.line} for the same time already` }] : [];
  };
  return [...terms.plateRefs.flatMap(check("plates")), ...terms.credentialRefs.flatMap(check("credentials"))];
}

/** A problem by its column; of a list, with the part that is meant. */
function problemOf(
  { path, message }: ErrorDetail,
  cells: Readonly<Record<string, string>>,
): { column: string; message: string } {
  const [column = "", index] = path.split(".");
  const part = LISTS.includes(column) && index !== undefined ? partsOf(cells[column] ?? "")[Number(index)] : undefined;
  const where = part === undefined ? column : `${column} ${part}`;
  return { column, message: where === "" ? message : `${where}: ${message}` };
}
