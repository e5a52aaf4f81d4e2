import type { Agreement } from "../../../../common/api/collector.ts";

/** Below so many labels a share says little. */
export const FEW_LABELS = 20;

export const labelsOf = ({ agree, disagree }: Agreement): number => agree + disagree;

export const isFew = (sums: Agreement): boolean => labelsOf(sums) < FEW_LABELS;

const disagreement = (sums: Agreement) => (labelsOf(sums) === 0 ? 0 : sums.disagree / labelsOf(sums));

/** Most disagreement first; those with few labels stand below the others, in the same order. */
export function ranked<Row extends Agreement>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) => Number(isFew(a)) - Number(isFew(b)) || disagreement(b) - disagreement(a) || labelsOf(b) - labelsOf(a),
  );
}
