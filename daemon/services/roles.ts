import type { ListedRole, Role, RoleCreate, RoleUpdate } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import { BoothError, refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import { isPermission, PERMISSIONS, type Permission } from "../../common/permissions.ts";
import type { Actor, Needs } from "../context.ts";
import { assertWithin, permissionsNow, permissionsOfRole } from "./rights.ts";
import { usersWithRole } from "./user-rows.ts";

interface RoleRow {
  id: string;
  name: string;
  builtin: number;
}

/** `/api/roles/grid` is a path of its own, so no role can have this id. */
const RESERVED_ID = "grid";

function roleOf(db: Db, { id, name, builtin }: RoleRow): Role {
  return { id, name, builtin: builtin === 1, permissions: permissionsOfRole(db, id) };
}

function roleById(db: Db, id: string): Role {
  const row = sql<RoleRow>(db, "SELECT id, name, builtin FROM roles WHERE id = ?").get(id);
  return roleOf(db, row ?? refuse("not_found", "there is no such role"));
}

/** Roles by id, with how many users have each. */
export function listRoles({ db }: Needs<"db">, page: { limit: number; cursor?: string | undefined }): Page<ListedRole> {
  const text = "SELECT id, name, builtin FROM roles WHERE id > ? ORDER BY id LIMIT ?";
  const rows = sql<RoleRow>(db, text).all(page.cursor ?? "", page.limit + 1);
  const items = rows.slice(0, page.limit).map((row) => ({ ...roleOf(db, row), users: usersWithRole(db, row.id) }));
  return { items, next: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null };
}

/** One role. Throws `not_found`. */
export function getRole(booth: Needs<"db">, id: string): Role {
  return roleById(booth.db, id);
}

/** Creates a role that holds no more than the actor does. Throws `name_taken` where its id is. */
export async function createRole(booth: Needs<"ledger" | "bus">, actor: Actor, input: RoleCreate): Promise<Role> {
  const permissions = permissionsOfGrid(input.permissions);
  const role = await booth.ledger.commit(actor, ({ db, append }) => {
    assertWithin(permissionsNow(db, actor, "role:create"), permissions, "the new role");
    const taken = input.id === RESERVED_ID || sql(db, "SELECT 1 FROM roles WHERE id = ?").get(input.id) !== undefined;
    if (taken) refuse("name_taken", "another role has this id");
    const after: Role = { id: input.id, name: input.name, builtin: false, permissions };
    sql(db, "INSERT INTO roles (id, name) VALUES (?, ?)").run(after.id, after.name);
    writePermissions(db, after);
    append("role_change", { roleId: after.id, change: "created", after: { ...after } });
    return after;
  });
  booth.bus.announce("accessChanged", null);
  return role;
}

/**
 * Sets a role's name and its whole set of permissions. A role that holds more than the actor does is not touched: taking
 * something from it would decide over people whom the actor may not write to.
 */
export async function updateRole(
  booth: Needs<"ledger" | "bus">,
  actor: Actor,
  id: string,
  input: RoleUpdate,
  expected?: string,
): Promise<Role> {
  const permissions = permissionsOfGrid(input.permissions);
  const role = await booth.ledger.commit(actor, ({ db, append }) => {
    const held = permissionsNow(db, actor, "role:update");
    const before = changeableRole(db, held, id, expected);
    assertWithin(held, permissions, "the changed role");
    const after: Role = { ...before, name: input.name, permissions };
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    sql(db, "UPDATE roles SET name = ? WHERE id = ?").run(after.name, id);
    writePermissions(db, after);
    append("role_change", { roleId: id, change: "updated", before: { ...before }, after: { ...after } });
    return after;
  });
  booth.bus.announce("accessChanged", null);
  return role;
}

/** Deletes a role that nobody has. Throws `role_in_use`. */
export async function deleteRole(
  booth: Needs<"ledger" | "bus">,
  actor: Actor,
  id: string,
  expected?: string,
): Promise<void> {
  await booth.ledger.commit(actor, ({ db, append }) => {
    const before = changeableRole(db, permissionsNow(db, actor, "role:delete"), id, expected);
    if (usersWithRole(db, id) > 0) refuse("role_in_use", "somebody has this role; give them another one first");
    sql(db, "DELETE FROM roles WHERE id = ?").run(id);
    append("role_change", { roleId: id, change: "deleted", before: { ...before } });
  });
  booth.bus.announce("accessChanged", null);
}

function changeableRole(db: Db, held: readonly Permission[], id: string, expected: string | undefined): Role {
  const role = roleById(db, id);
  if (role.builtin) refuse("builtin_role", "the built-in role cannot be changed or deleted");
  assertWithin(held, role.permissions, "this role");
  assertUnchanged(expected, role);
  return role;
}

function writePermissions(db: Db, role: Role): void {
  sql(db, "DELETE FROM role_permissions WHERE role_id = ?").run(role.id);
  const insert = sql(db, "INSERT INTO role_permissions (role_id, permission) VALUES (?, ?)");
  for (const permission of role.permissions) insert.run(role.id, permission);
}

/** The permissions named, each once and in the order of the grid. Refuses what the grid does not have. */
function permissionsOfGrid(names: readonly string[]): Permission[] {
  const details = names.flatMap((name, index) =>
    isPermission(name) ? [] : [{ path: `permissions.${index}`, message: "expected a permission of the grid" }],
  );
  if (details.length > 0) {
    throw new BoothError("invalid_input", "the request body: permissions: expected permissions of the grid", {
      details,
    });
  }
  return PERMISSIONS.filter((permission) => names.includes(permission));
}
