import type { CaseResult } from "../../../../common/rate-cases.ts";
import { Button } from "../../../parts/button.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { Money } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { caseText } from "./value-words.ts";

interface CaseTableProps {
  cases: readonly CaseResult[];
  /** For a draft: takes what the rules give as what is expected. */
  onAccept?: (index: number) => void;
  onRemove?: (index: number) => void;
}

type Row = CaseResult & { index: number };

/** The stays that a tariff promises a price for, and whether its rules keep the promise. */
export function CaseTable({ cases, onAccept, onRemove }: CaseTableProps) {
  const failing = cases.filter(({ ok }) => !ok).length;
  const rows = cases.map((one, index) => ({ ...one, index }));
  return (
    <>
      <DataTable
        caption={t("tariff.cases")}
        titled
        columns={[...COLUMNS(), ...actionsOf(onAccept, onRemove)]}
        rows={rows}
        keyOf={({ index }) => index}
        empty={t("tariff.no_cases")}
      />
      {cases.length > 0 ? (
        <p class="soft">
          {tn("tariff.cases_n", cases.length)} ·{" "}
          {failing === 0 ? t("tariff.all_kept") : tn("tariff.cases_fail", failing)}
        </p>
      ) : null}
    </>
  );
}

const COLUMNS = (): Column<Row>[] => [
  { id: "stay", title: t("tariff.stay"), cell: caseText },
  { id: "expect", title: t("tariff.expected"), numeric: true, cell: ({ expect }) => <Money amount={expect} /> },
  {
    id: "got",
    title: t("tariff.got"),
    numeric: true,
    cell: ({ got }) => (got === null ? "–" : <Money amount={got} />),
  },
  {
    id: "state",
    title: t("tariff.state"),
    cell: ({ ok }) =>
      ok ? (
        <Pill tone="ok" glyph="✓">
          {t("tariff.case_ok")}
        </Pill>
      ) : (
        <Pill tone="danger" glyph="▲">
          {t("tariff.case_fails")}
        </Pill>
      ),
  },
];

function actionsOf(onAccept: CaseTableProps["onAccept"], onRemove: CaseTableProps["onRemove"]): Column<Row>[] {
  if (onAccept === undefined || onRemove === undefined) return [];
  return [
    {
      id: "do",
      title: t("tariff.actions"),
      cell: (row) => (
        <div class="row case-actions">
          {row.ok || row.got === null ? null : (
            <Button size="sm" label={`${t("tariff.accept")}: ${caseText(row)}`} onTap={() => onAccept(row.index)}>
              {t("tariff.accept")}
            </Button>
          )}
          <Button size="sm" label={`${t("tariff.remove")}: ${caseText(row)}`} onTap={() => onRemove(row.index)}>
            {t("tariff.remove")}
          </Button>
        </div>
      ),
    },
  ];
}
