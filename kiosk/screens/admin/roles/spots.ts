import { ACTIONS, PERMISSIONS, type Permission, RESOURCES } from "../../../../common/permissions.ts";

/** The rows and columns of the matrix; the last of each stands for all of its line. */
export const ROWS = [...RESOURCES, "all"] as const;
export const COLUMNS = [...ACTIONS, "all"] as const;

export interface Spot {
  row: number;
  column: number;
}

type Step = readonly [down: number, along: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** What a spot stands for: one permission, those of its line, all of them, or none where the grid has no such. */
export function permissionsAt({ row, column }: Spot): readonly Permission[] {
  const resource = ROWS[row];
  const action = COLUMNS[column];
  if (resource === undefined || action === undefined) return [];
  return PERMISSIONS.filter((permission) => {
    const [ofResource, ofAction] = permission.split(":");
    return (resource === "all" || resource === ofResource) && (action === "all" || action === ofAction);
  });
}

/** Where a key leads from a spot, over what is not in the grid; null where it leads nowhere. */
export function spotAfter(from: Spot, key: string, rightToLeft: boolean): Spot | null {
  if (key === "Home") return walk({ row: from.row, column: -1 }, [0, 1]);
  if (key === "End") return walk({ row: from.row, column: COLUMNS.length }, [0, -1]);
  const step = STEPS[key];
  if (step === undefined) return null;
  return walk(from, [step[0], rightToLeft ? -step[1] : step[1]]);
}

function walk(from: Spot, [down, along]: Step): Spot | null {
  const next = { row: from.row + down, column: from.column + along };
  if (next.row < 0 || next.row >= ROWS.length || next.column < 0 || next.column >= COLUMNS.length) return null;
  return permissionsAt(next).length > 0 ? next : walk(next, [down, along]);
}
