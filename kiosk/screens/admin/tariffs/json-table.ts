import * as v from "valibot";
import { type RateTable, RateTableSchema } from "../../../../common/rate-table.ts";

/** A rate table that was read from text, or what keeps the text from being one. */
export type ReadTable =
  | { table: RateTable; broken: null }
  | { table: null; broken: { line: number | null; problems: readonly { path: string; message: string }[] } };

/** Reads a rate table as somebody typed it; `line` is where the text stops being JSON, where that is known. */
export function readTable(text: string): ReadTable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { table: null, broken: { line: lineOf(text, error), problems: [] } };
  }
  const checked = v.safeParse(RateTableSchema, value);
  if (checked.success) return { table: checked.output, broken: null };
  const problems = checked.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message }));
  return { table: null, broken: { line: null, problems } };
}

/** Engines name the place as a line, or as a position counted from 0; at the end of the text they name none. */
function lineOf(text: string, error: unknown): number | null {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
  return /end of/i.test(message) ? text.split("\n").length : null;
}
