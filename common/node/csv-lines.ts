import { stringify } from "csv-stringify/sync";

/**
 * Lines of CSV (RFC 4180). A text that a spreadsheet would take for a formula (it begins with `= + - @`, tab or CR) gets
 * a leading `'`; a number is a number, also below 0. `number` writes the numbers of a column, by its place.
 */
export function csvLines(
  lines: readonly (readonly unknown[])[],
  { bom = false, number = String }: { bom?: boolean; number?: (value: number, column: number) => string } = {},
): string {
  return stringify(
    lines.map((line) => [...line]),
    {
      bom,
      escape_formulas: true,
      record_delimiter: "windows",
      cast: { number: (value, { index }) => number(value, index) },
    },
  );
}
