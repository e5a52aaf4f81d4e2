import { randomUUID } from "node:crypto";
import type { User, UserCreate, UserUpdate } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import { BoothError, refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import type { Passwords } from "../../common/node/passwords.ts";
import { ADMIN_ROLE, type Permission } from "../../common/permissions.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { assertWithin, permissionsNow, permissionsOfRole } from "./rights.ts";
import { endSignIns } from "./sign-ins.ts";
import { hasOtherAdmin, userById, userByName, usersAfter, writeUser } from "./user-rows.ts";

/** Users by name. */
export function listUsers(booth: Needs<"db">, page: { limit: number; cursor?: string | undefined }): Page<User> {
  const found = usersAfter(booth.db, page.cursor ?? "", page.limit + 1);
  const items = found.slice(0, page.limit);
  return { items, next: found.length > page.limit ? (items.at(-1)?.username ?? null) : null };
}

/** One user. Throws `not_found`. */
export function getUser(booth: Needs<"db">, id: string): User {
  return userById(booth.db, id);
}

/** Creates a user with a role that holds no more than the actor does. */
export async function createUser(
  booth: Needs<"ledger" | "bus">,
  passwords: Passwords,
  actor: Actor,
  input: UserCreate,
): Promise<User> {
  const { password, ...fields } = input;
  const hash = await passwords.hash(password);
  const user = await booth.ledger.commit(actor, (tx) => {
    const held = permissionsNow(tx.db, actor, "user:create");
    assertMayGive(tx.db, held, fields.roleId);
    return insertUser(tx, fields, hash);
  });
  booth.bus.announce("accessChanged", null);
  return user;
}

/** Adds the row of a new user and its event. Throws `name_taken`. */
export function insertUser(tx: Transaction, fields: Omit<UserCreate, "password">, hash: string): User {
  assertNameFree(tx.db, fields.username);
  const user: User = { id: randomUUID(), ...fields, disabled: false };
  const text =
    "INSERT INTO users (id, username, display_name, role_id, language, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
  sql(tx.db, text).run(user.id, user.username, user.displayName, user.roleId, user.language, hash, tx.at);
  tx.append("user_change", { userId: user.id, change: "created", after: { ...user } });
  return user;
}

/**
 * Changes what the input carries. Whom the actor does not outrank or equal is not touched, no role beyond the actor's is
 * given, and the last administrator stays one. A new password or disabling ends the user's sign-ins.
 */
export async function updateUser(
  booth: Needs<"ledger" | "bus">,
  passwords: Passwords,
  actor: Actor,
  id: string,
  input: UserUpdate,
  expected?: string,
): Promise<User> {
  const { password, ...fields } = input;
  const hash = password === undefined ? null : await passwords.hash(password);
  const user = await booth.ledger.commit(actor, (tx) => {
    const held = permissionsNow(tx.db, actor, "user:update");
    const before = userById(tx.db, id);
    assertWithin(held, permissionsOfRole(tx.db, before.roleId), "this user's role");
    assertUnchanged(expected, before);
    const after: User = { ...before, ...withoutAbsent(fields) };
    if (after.roleId !== before.roleId) assertMayGive(tx.db, held, after.roleId);
    if (after.username.toLowerCase() !== before.username.toLowerCase()) assertNameFree(tx.db, after.username);
    assertAdminStays(tx.db, before, after);
    changeFields(tx, before, after);
    if (hash !== null) changeHash(tx, actor, id, hash);
    return after;
  });
  booth.bus.announce("accessChanged", null);
  return user;
}

/** Deletes a user and ends its sign-ins. Throws `last_admin`, or `escalation` where the user's role holds more than the actor's. */
export async function deleteUser(
  booth: Needs<"ledger" | "bus">,
  actor: Actor,
  id: string,
  expected?: string,
): Promise<void> {
  await booth.ledger.commit(actor, (tx) => {
    const held = permissionsNow(tx.db, actor, "user:delete");
    const before = userById(tx.db, id);
    assertWithin(held, permissionsOfRole(tx.db, before.roleId), "this user's role");
    assertUnchanged(expected, before);
    assertAdminStays(tx.db, before, null);
    endSignIns(tx, id, "deleted");
    sql(tx.db, "DELETE FROM users WHERE id = ?").run(id);
    tx.append("user_change", { userId: id, change: "deleted", before: { ...before } });
  });
  booth.bus.announce("accessChanged", null);
}

function changeFields(tx: Transaction, before: User, after: User): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  writeUser(tx.db, after);
  tx.append("user_change", { userId: after.id, change: "updated", before: { ...before }, after: { ...after } });
  if (after.disabled && !before.disabled) endSignIns(tx, after.id, "disabled");
}

/** Who sets the own password stays signed in here, and nowhere else. */
function changeHash(tx: Transaction, actor: Actor, userId: string, hash: string): void {
  sql(tx.db, "UPDATE users SET password_hash = ? WHERE id = ?").run(hash, userId);
  tx.append("user_change", { userId, change: "password" });
  endSignIns(tx, userId, "password", actor.signInId);
}

function assertMayGive(db: Db, held: readonly Permission[], roleId: string): void {
  if (!sql(db, "SELECT 1 FROM roles WHERE id = ?").get(roleId)) {
    const details = [{ path: "roleId", message: "expected the id of a role" }];
    throw new BoothError("invalid_input", "the request body: roleId: expected the id of a role", { details });
  }
  assertWithin(held, permissionsOfRole(db, roleId), "this role");
}

function assertNameFree(db: Db, username: string): void {
  if (userByName(db, username)) refuse("name_taken", "somebody else has this user name");
}

function assertAdminStays(db: Db, before: User, after: User | null): void {
  const isAdmin = (user: User | null) => user !== null && user.roleId === ADMIN_ROLE && !user.disabled;
  if (!isAdmin(before) || isAdmin(after) || hasOtherAdmin(db, before.id)) return;
  refuse("last_admin", "this is the last administrator; make somebody else one first");
}

/** Without the members that are there but undefined. */
function withoutAbsent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
