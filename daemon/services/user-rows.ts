import type { User } from "../../common/api/auth.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { ADMIN_ROLE } from "../../common/permissions.ts";
import type { Language } from "../../common/words.ts";

interface UserRow {
  id: string;
  username: string;
  display_name: string;
  role_id: string;
  language: Language;
  disabled: number;
}

const USER = "SELECT id, username, display_name, role_id, language, disabled FROM users";

function userOf(row: UserRow): User {
  const { id, username, display_name: displayName, role_id: roleId, language } = row;
  return { id, username, displayName, roleId, language, disabled: row.disabled === 1 };
}

/** The user of an id. Throws `not_found`. */
export function userById(db: Db, id: string): User {
  return userOf(sql<UserRow>(db, `${USER} WHERE id = ?`).get(id) ?? refuse("not_found", "there is no such user"));
}

/** The user of a name, or null. Names differ by more than upper and lower case. */
export function userByName(db: Db, username: string): User | null {
  const row = sql<UserRow>(db, `${USER} WHERE username = ?`).get(username);
  return row ? userOf(row) : null;
}

/** Users by name, from after a name on. */
export function usersAfter(db: Db, username: string, limit: number): User[] {
  return sql<UserRow>(db, `${USER} WHERE username > ? ORDER BY username LIMIT ?`).all(username, limit).map(userOf);
}

/** Writes a user's fields; the password is not among them. */
export function writeUser(db: Db, user: User): void {
  const text = "UPDATE users SET username = ?, display_name = ?, role_id = ?, language = ?, disabled = ? WHERE id = ?";
  sql(db, text).run(user.username, user.displayName, user.roleId, user.language, user.disabled ? 1 : 0, user.id);
}

/** Whether somebody else than this user is an administrator who can sign in. */
export function hasOtherAdmin(db: Db, userId: string): boolean {
  const text = "SELECT 1 FROM users WHERE role_id = ? AND disabled = 0 AND id <> ? LIMIT 1";
  return sql(db, text).get(ADMIN_ROLE, userId) !== undefined;
}

/** How many users have a role, disabled ones too. */
export function usersWithRole(db: Db, roleId: string): number {
  return sql<number>(db, "SELECT count(*) FROM users WHERE role_id = ?").pluck().get(roleId) ?? 0;
}
