import type { ListedRole, Role } from "../../../../common/api/auth.ts";
import { lacking, type Permission } from "../../../../common/permissions.ts";
import { may, me } from "../../../session.ts";
import { t, tn } from "../../../text/index.ts";
import { listOf, phraseOf } from "./in-words.ts";

/** What the person at the screen holds: nobody gives or takes more. */
export function mine(): readonly Permission[] {
  return me.value?.permissions ?? [];
}

/** What of a role the person at the screen does not hold, in words; null where they hold it all. */
export function beyondMe(role: Pick<Role, "permissions">): string | null {
  const beyond = lacking(mine(), role.permissions);
  return beyond.length === 0 ? null : listOf(beyond.map(phraseOf), "conjunction");
}

/** Why the person at the screen cannot change this role; null where they can. */
export function whyFixed(role: Role): string | null {
  if (role.builtin) return t("roles.builtin");
  if (!may("role:update")) return t("roles.see_only");
  const list = beyondMe(role);
  return list === null ? null : t("roles.beyond", { list });
}

/** Why this role cannot be deleted now; null where it can. */
export function whyKept(role: Role, users: number): string | null {
  const list = beyondMe(role);
  if (list !== null) return t("roles.beyond", { list });
  return users === 0 ? null : tn("roles.in_use", users);
}

/** The roles that the person at the screen may hand out. */
export function inGift(roles: readonly ListedRole[]): ListedRole[] {
  return roles.filter((role) => beyondMe(role) === null);
}
