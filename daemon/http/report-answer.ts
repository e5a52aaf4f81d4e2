import type { Context } from "koa";
import { REPORT_FORMATS, type ReportFormat } from "../../common/api/reports.ts";
import { csvLines } from "../../common/node/csv-lines.ts";
import type { Language } from "../../common/words.ts";
import type { Booth } from "../context.ts";
import type { ReportTable } from "../services/reports/table.ts";
import { tablePage } from "../services/reports/table-page.ts";
import { wordedTable } from "../services/reports/table-text.ts";
import { identityOf } from "./guard.ts";

/** What a report can be besides JSON. */
export const TABLE_TYPES = ["text/csv", "text/html"] as const;

interface FormQuery {
  format?: ReportFormat | undefined;
  language?: Language | undefined;
}

/** The form a report is asked for in: by `format`, else by `Accept`, else JSON. */
export function formatOf(ctx: Context, query: FormQuery): ReportFormat {
  if (query.format) return query.format;
  const accepted = ctx.accepts(["json", "text/csv", "text/html"]);
  return REPORT_FORMATS.find((format) => accepted === format || accepted === `text/${format}`) ?? "json";
}

/**
 * Answers a report as JSON, as CSV (RFC 4180) with neutralised cells, or as a page to print. The page is in the language
 * of whoever asks; a file is in the words of the API, unless a language is asked for.
 */
export function answerReport(
  ctx: Context,
  booth: Pick<Booth, "db">,
  query: FormQuery,
  report: object,
  table: () => ReportTable,
): void {
  ctx.vary("Accept");
  const format = formatOf(ctx, query);
  if (format === "json") {
    ctx.body = report;
    return;
  }
  const made = table();
  if (format === "html") {
    ctx.type = "text/html; charset=utf-8";
    ctx.body = tablePage(booth.db, made, query.language ?? identityOf(ctx).user.language);
    return;
  }
  ctx.attachment(`${made.file}.csv`);
  ctx.type = "text/csv; charset=utf-8";
  ctx.body = csvOf(made, query.language);
}

/**
 * A report's table as CSV. In a language, headings and reasons are words, and a byte order mark tells spreadsheets that
 * it is UTF-8; amounts are written with a decimal point, such as 10.00. Without one they are minor units.
 */
export function csvOf(table: Pick<ReportTable, "columns" | "rows" | "currency">, language?: Language): string {
  if (language === undefined) {
    const heads = table.columns.map(({ id }) => id);
    return csvLines([heads, ...table.rows]);
  }
  const { heads, rows, decimals } = wordedTable(table, language);
  const number = (value: number, column: number) => {
    const digits = decimals[column] ?? null;
    return digits === null ? String(value) : (value / 10 ** digits).toFixed(digits);
  };
  return csvLines([heads, ...rows], { bom: true, number });
}
