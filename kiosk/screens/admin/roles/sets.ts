import { lacking, PERMISSIONS, type Permission } from "../../../../common/permissions.ts";

/** How much of a line is held. */
export type Filling = "all" | "some" | "none";

export function fillingOf(held: readonly Permission[], line: readonly Permission[]): Filling {
  const missing = lacking(held, line).length;
  return missing === 0 ? "all" : missing === line.length ? "none" : "some";
}

/**
 * What is held after a tap on a line: all of it that may be given, or none of it where it was all held. The order is
 * the grid's, so that a change taken back is none.
 */
export function toggled(
  held: readonly Permission[],
  line: readonly Permission[],
  free: readonly Permission[],
): Permission[] {
  const mutable = line.filter((permission) => free.includes(permission));
  const full = mutable.every((permission) => held.includes(permission));
  return PERMISSIONS.filter((permission) => (mutable.includes(permission) ? !full : held.includes(permission)));
}

/** What came to a set and what went from it. */
export function difference(before: readonly Permission[], after: readonly Permission[]) {
  return { added: lacking(before, after), taken: lacking(after, before) };
}
