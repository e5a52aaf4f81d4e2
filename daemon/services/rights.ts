import type { SessionUser } from "../../common/api/auth.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { ADMIN_ROLE, lacking, PERMISSIONS, type Permission } from "../../common/permissions.ts";
import type { Language } from "../../common/words.ts";
import type { Actor } from "../context.ts";

interface SessionUserRow {
  id: string;
  username: string;
  display_name: string;
  language: Language;
  role_id: string;
  role_name: string;
}

const SESSION_USER = `SELECT u.id, u.username, u.display_name, u.language, u.role_id, r.name AS role_name
  FROM users u JOIN roles r ON r.id = u.role_id`;

/** What a role allows now, in the order of the grid. The built-in role holds the whole grid, whatever its rows say. */
export function permissionsOfRole(db: Db, roleId: string): Permission[] {
  if (roleId === ADMIN_ROLE) return [...PERMISSIONS];
  const rows = sql<{ permission: string }>(db, "SELECT permission FROM role_permissions WHERE role_id = ?").all(roleId);
  const held = new Set(rows.map((row) => row.permission));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** A user as the people at the screen see it, or null where there is none or it is disabled. */
export function sessionUserOf(db: Db, userId: string): SessionUser | null {
  return sessionUser(db, sql<SessionUserRow>(db, `${SESSION_USER} WHERE u.id = ? AND u.disabled = 0`).get(userId));
}

/** The user of a sign-in that has not ended, or null. */
export function sessionUserOfSignIn(db: Db, jti: string, userId: string): SessionUser | null {
  const text = `${SESSION_USER} JOIN sign_ins s ON s.user_id = u.id
    WHERE s.jti = ? AND s.user_id = ? AND s.ended_at IS NULL AND u.disabled = 0`;
  return sessionUser(db, sql<SessionUserRow>(db, text).get(jti, userId));
}

function sessionUser(db: Db, row: SessionUserRow | undefined): SessionUser | null {
  if (!row) return null;
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    roleId: row.role_id,
    roleName: row.role_name,
    permissions: permissionsOfRole(db, row.role_id),
    language: row.language,
  };
}

/** What the actor holds at this moment, as opposed to when the request came in. Refuses who no longer holds `needed`. */
export function permissionsNow(db: Db, actor: Actor, needed: Permission): readonly Permission[] {
  if (actor.type !== "user") return actor.permissions;
  const user = actor.signInId ? sessionUserOfSignIn(db, actor.signInId, actor.id) : sessionUserOf(db, actor.id);
  if (!user) refuse("unauthenticated", "please sign in");
  if (!user.permissions.includes(needed)) refuse("forbidden", `this needs the permission ${needed}`);
  return user.permissions;
}

/** Refuses to hand out, or to touch, what goes beyond the actor's own permissions. */
export function assertWithin(held: readonly Permission[], wanted: readonly Permission[], what: string): void {
  const beyond = lacking(held, wanted);
  if (beyond.length > 0) refuse("escalation", `${what} holds what you do not: ${beyond.join(", ")}`);
}
