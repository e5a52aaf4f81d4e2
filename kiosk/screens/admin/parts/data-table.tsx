import type { ComponentChildren } from "preact";
import { t } from "../../../text/index.ts";

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the end of their column. */
  numeric?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows; read aloud, and seen if `titled`. */
  caption: string;
  titled?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The last row, such as a sum. */
  total?: Row;
  empty?: string;
  /** A class for a row, such as `struck`. */
  rowClass?: (row: Row) => string;
}

/** Rows and columns as a table; too wide for its place, it scrolls by itself. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, total } = props;
  if (rows.length === 0) return <p class="soft">{props.empty ?? t("admin.none")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <div class="table-frame" tabIndex={0}>
      <table class="data-table">
        <caption class={props.titled ? "" : "unseen"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title, numeric }) => (
              <th key={id} scope="col" class={numeric ? "numeric" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={props.keyOf(row)} class={props.rowClass?.(row) ?? ""}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot>
            <tr>
              <Cells columns={columns} row={total} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <>
      {columns.map(({ id, cell, numeric }) => (
        <td key={id} class={numeric ? "numeric" : ""}>
          {cell(row)}
        </td>
      ))}
    </>
  );
}
