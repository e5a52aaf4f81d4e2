import type { ListedRole, User } from "../../../../common/api/auth.ts";
import { ADMIN_ROLE } from "../../../../common/permissions.ts";
import { may, me } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { beyondMe } from "../roles/locks.ts";

/** Why the person at the screen cannot change somebody at all; null where they can. */
export function whyLocked(user: User, roles: readonly ListedRole[]): string | null {
  if (!may("user:update")) return t("people.see_only");
  return whyBeyond(user, roles);
}

/** Why somebody stands above the person at the screen; null where they do not, or where their role is not known. */
export function whyBeyond(user: User, roles: readonly ListedRole[]): string | null {
  const role = roles.find(({ id }) => id === user.roleId);
  const list = role === undefined ? null : beyondMe(role);
  return list === null ? null : t("people.beyond", { list });
}

/** Why somebody must keep their role and stay able to sign in; null where they need not. */
export function whyNeeded(user: User, everybody: readonly User[]): string | null {
  const isOtherAdmin = (one: User) => one.roleId === ADMIN_ROLE && !one.disabled && one.id !== user.id;
  const isAdmin = user.roleId === ADMIN_ROLE && !user.disabled;
  if (isAdmin && !everybody.some(isOtherAdmin)) return t("people.last_admin");
  return user.id === me.value?.id ? t("people.yourself") : null;
}
