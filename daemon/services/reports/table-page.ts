import type { Db } from "../../../common/node/db.ts";
import type { Language } from "../../../common/words.ts";
import { escapeHtml } from "../html.ts";
import { siteOf } from "../sites.ts";
import { laneNames } from "./names.ts";
import type { ReportTable } from "./table.ts";
import { shownTable } from "./table-text.ts";
import { directionOf } from "./words/index.ts";

/**
 * A table as a page to print, in the reader's language. It has no style of its own, which the headers of the booth
 * would refuse; the kiosk prints its `<main>` with the style it has.
 */
export function tablePage(db: Db, table: ReportTable, language: Language): string {
  const { title, heads, rows } = shownTable(table, language, laneNames(db));
  const align = (at: number) => (heads[at]?.numeric ? ' align="right"' : "");
  const line = (tag: "td" | "th", cells: readonly string[]) =>
    `<tr>${cells.map((cell, at) => `<${tag}${align(at)}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const head = line(
    "th",
    heads.map(({ text }) => text),
  );
  const body = rows.map((cells) => line("td", cells)).join("\n");
  const name = escapeHtml(title);
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${name}</title></head>
<body><main><p>${escapeHtml(siteOf(db).name)}</p><h1>${name}</h1>
<table border="1"><thead>${head}</thead><tbody>${body}</tbody></table></main></body></html>`;
}
