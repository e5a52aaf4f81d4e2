import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { decimals } from "./numbers.ts";
import { sizesAt } from "./scale.ts";

const ROWS = ["target", "primary", "capitals"] as const;
type Row = (typeof ROWS)[number];

interface SizesTableProps {
  mmPerPx: number;
  /** The scales to compare. */
  scales: readonly { title: string; scale: number }[];
}

/** How large the things that count are, in mm, at one scale beside another. */
export function SizesTable({ mmPerPx, scales }: SizesTableProps) {
  const columns: Column<Row>[] = scales.map(({ title, scale }) => ({
    id: title,
    title,
    numeric: true,
    cell: (row) => <bdi>{t("screen.mm", { n: decimals(sizesAt(mmPerPx, scale)[row], 1) })}</bdi>,
  }));
  return (
    <DataTable
      caption={t("screen.size")}
      columns={[{ id: "what", title: t("screen.what"), cell: (row) => t(`screen.${row}`) }, ...columns]}
      rows={ROWS}
      keyOf={(row) => row}
    />
  );
}
