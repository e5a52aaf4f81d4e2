import { ACTIONS, isPermission, type Permission, RESOURCES } from "../../common/permissions.ts";
import { table } from "./text.ts";

/** The grid as a table: resources down, actions across, blank where the grid has no such permission. */
export function matrix(cellOf: (permission: Permission) => string): string {
  const rows = RESOURCES.map((resource) => [
    resource,
    ...ACTIONS.map((action) => {
      const permission = `${resource}:${action}`;
      return isPermission(permission) ? cellOf(permission) : " ";
    }),
  ]);
  return table(["resource", ...ACTIONS], rows);
}

/** What a role holds, on the grid. */
export function roleMatrix(held: readonly Permission[]): string {
  return `${matrix((permission) => (held.includes(permission) ? "✓" : "·"))}\n✓ may   · may not`;
}
