import type { MatrixCell } from "../../../../common/api/collector.ts";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../../common/review.ts";

export interface MatrixRow {
  cameraClass: VehicleClass | null;
  total: number;
  cells: { verdict: VehicleClass; count: number; share: number }[];
}

export interface MatrixShape {
  verdicts: VehicleClass[];
  rows: MatrixRow[];
}

/** Rows of the camera's classes and columns of the labels, in the order of the vocabulary; what never came up is left out. */
export function matrixOf(cells: readonly MatrixCell[]): MatrixShape {
  const verdicts = VEHICLE_CLASSES.filter((name) => cells.some(({ verdict, count }) => verdict === name && count > 0));
  const rows = [...VEHICLE_CLASSES, null].map((cameraClass) => rowOf(cells, cameraClass, verdicts));
  return { verdicts, rows: rows.filter(({ total }) => total > 0) };
}

function rowOf(cells: readonly MatrixCell[], cameraClass: VehicleClass | null, verdicts: VehicleClass[]): MatrixRow {
  const own = cells.filter((cell) => cell.cameraClass === cameraClass);
  const total = own.reduce((sum, { count }) => sum + count, 0);
  const countOf = (verdict: VehicleClass) => own.find((cell) => cell.verdict === verdict)?.count ?? 0;
  return {
    cameraClass,
    total,
    cells: verdicts.map((verdict) => ({ verdict, count: countOf(verdict), share: total && countOf(verdict) / total })),
  };
}
