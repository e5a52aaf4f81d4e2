import type { Role, User } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import type { Db } from "../../common/node/db.ts";
import { listRoles } from "../../daemon/services/roles.ts";
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

/** Every role, by id. */
export function allRoles(db: Db): Role[] {
  return allOf((page) => listRoles({ db }, page));
}
