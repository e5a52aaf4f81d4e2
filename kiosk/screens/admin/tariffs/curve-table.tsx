import { Ltr, Money, price } from "../../../parts/values.tsx";
import { duration } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { CurveRow, Span } from "./curve-rows.ts";

interface CurveTableProps {
  caption: string;
  rows: readonly CurveRow[];
  old?: string | undefined;
  next: string;
}

/** The curve in numbers: each row up to the length at which a price changes. */
export function CurveTable({ caption, rows, old, next }: CurveTableProps) {
  const compared: Column<CurveRow>[] =
    old === undefined
      ? []
      : [{ id: "old", title: old, numeric: true, cell: (row) => (row.old ? <SpanText span={row.old} /> : null) }];
  const change: Column<CurveRow>[] =
    old === undefined
      ? []
      : [
          {
            id: "change",
            title: t("tariff.change"),
            numeric: true,
            cell: (row) => <Money amount={row.next.amount - (row.old?.amount ?? 0)} />,
          },
        ];
  const columns: Column<CurveRow>[] = [
    { id: "to", title: t("tariff.stay_up_to"), numeric: true, cell: ({ to }) => <bdi>{duration(to * 1000)}</bdi> },
    ...compared,
    { id: "next", title: next, numeric: true, cell: (row) => <SpanText span={row.next} /> },
    ...change,
  ];
  return <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ to }) => to} />;
}

function SpanText({ span: { first, amount } }: { span: Span }) {
  return first === amount ? <Money amount={amount} /> : <Ltr>{`${price(first)} – ${price(amount)}`}</Ltr>;
}
