import { stringify } from "csv-stringify/sync";
import type { Context } from "koa";
import { REPORT_FORMATS, type ReportFormat } from "../../common/api/reports.ts";
import { type ReportTable, tablePage } from "../services/reports/tables.ts";

/** The form a report is asked for in: by `format`, else by `Accept`, else JSON. */
export function formatOf(ctx: Context, query: { format?: ReportFormat | undefined }): ReportFormat {
  if (query.format) return query.format;
  const accepted = ctx.accepts(["json", "text/csv", "text/html"]);
  return REPORT_FORMATS.find((format) => accepted === format || accepted === `text/${format}`) ?? "json";
}

/** Answers a report as JSON, as CSV (RFC 4180) with neutralised cells, or as a page to print. */
export function answerReport(ctx: Context, format: ReportFormat, report: object, table: () => ReportTable): void {
  ctx.vary("Accept");
  if (format === "json") {
    ctx.body = report;
    return;
  }
  const shown = table();
  if (format === "html") {
    ctx.type = "text/html; charset=utf-8";
    ctx.body = tablePage(shown);
    return;
  }
  ctx.attachment(`${shown.file}.csv`);
  ctx.type = "text/csv; charset=utf-8";
  ctx.body = csvOf(shown);
}

/**
 * A table as CSV. A text that a spreadsheet would take for a formula (it begins with `= + - @`, tab or CR) gets a leading
 * `'`; a number is a number, also below 0.
 */
export function csvOf({ columns, rows }: Partial<ReportTable> & Pick<ReportTable, "columns" | "rows">): string {
  return stringify([[...columns], ...rows.map((row) => [...row])], {
    escape_formulas: true,
    record_delimiter: "windows",
  });
}
