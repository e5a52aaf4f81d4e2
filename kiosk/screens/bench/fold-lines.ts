import type { QuoteLine } from "../../../common/api/sessions.ts";

const isValidation = ({ code }: QuoteLine): boolean => code === "validation";

/**
 * The lines of a quote that there are rows for, in their order, and the rest, which one row is left for. What a station
 * takes off is folded away last: it is what the customer asks for.
 */
export function foldLines(
  lines: readonly QuoteLine[],
  rows: number,
): { shown: readonly QuoteLine[]; rest: readonly QuoteLine[] } {
  if (lines.length <= rows) return { shown: lines, rest: [] };
  const wanted = [...lines.filter(isValidation), ...lines.filter((line) => !isValidation(line))];
  const kept = new Set(wanted.slice(0, rows - 1));
  return { shown: lines.filter((line) => kept.has(line)), rest: lines.filter((line) => !kept.has(line)) };
}
