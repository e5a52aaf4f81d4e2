import { tn } from "../../../text/index.ts";
import { useRoles } from "./use-roles.ts";

/** How many roles there are. */
export function RolesFact() {
  const { value } = useRoles();
  return value === undefined ? null : tn("roles.count", value.length);
}
