import type { ListedRole, User } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import { refuse } from "../../common/errors.ts";
import type { Db } from "../../common/node/db.ts";
import { listRoles } from "../../daemon/services/roles.ts";
import { userByName } from "../../daemon/services/user-rows.ts";
import { listUsers } from "../../daemon/services/users.ts";

const AT_ONCE = 200;

/** Everything a list has, page after page. */
function allOf<T>(read: (page: { limit: number; cursor?: string | undefined }) => Page<T>): T[] {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = read({ limit: AT_ONCE, cursor });
    items.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** Every user, by name. */
export function allUsers(db: Db): User[] {
  return allOf((page) => listUsers({ db }, page));
}

/** The user of a name. Throws `not_found`. */
export function userNamed(db: Db, username: string): User {
  return userByName(db, username) ?? refuse("not_found", `there is no user ${username}`);
}

/** Every role, by id. */
export function allRoles(db: Db): ListedRole[] {
  return allOf((page) => listRoles({ db }, page));
}

/** The role of an id, or null. */
export function roleIfAny(db: Db, id: string): ListedRole | null {
  return allRoles(db).find((role) => role.id === id) ?? null;
}

/** The role of an id. Throws `not_found`. */
export function roleNamed(db: Db, id: string): ListedRole {
  return roleIfAny(db, id) ?? refuse("not_found", `there is no role ${id}`);
}
