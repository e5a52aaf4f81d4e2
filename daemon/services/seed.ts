import type { User } from "../../common/api/auth.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Passwords } from "../../common/node/passwords.ts";
import { ADMIN_ROLE, SEEDED_ROLES } from "../../common/permissions.ts";
import type { Actor, Needs } from "../context.ts";
import { userByName } from "./user-rows.ts";
import { insertUser } from "./users.ts";

/** Writes the roles a new booth starts with, where there is no role yet. To be called after the migrations. */
export function seedRoles(db: Db): void {
  const seed = db.transaction(() => {
    if (sql(db, "SELECT 1 FROM roles LIMIT 1").get()) return;
    for (const { id, name, builtin, permissions } of SEEDED_ROLES) {
      sql(db, "INSERT INTO roles (id, name, builtin) VALUES (?, ?, ?)").run(id, name, builtin ? 1 : 0);
      const insert = sql(db, "INSERT INTO role_permissions (role_id, permission) VALUES (?, ?)");
      for (const permission of permissions) insert.run(id, permission);
    }
  });
  seed.immediate();
}

/**
 * Creates an administrator from the command line, the only way to the first one. Where that name already is an
 * administrator nothing changes, the password neither, and `created` is false. Throws `name_taken` for another's name.
 */
export async function seedAdmin(
  booth: Needs<"db" | "ledger" | "bus">,
  passwords: Passwords,
  actor: Actor,
  input: { username: string; password: string },
): Promise<{ created: boolean; user: User }> {
  const known = adminByName(booth.db, input.username);
  if (known) return { created: false, user: known };
  const hash = await passwords.hash(input.password);
  const outcome = await booth.ledger.commit(actor, (tx) => {
    const existing = adminByName(tx.db, input.username);
    if (existing) return { created: false, user: existing };
    const fields = {
      username: input.username,
      displayName: input.username,
      roleId: ADMIN_ROLE,
      language: "en" as const,
    };
    return { created: true, user: insertUser(tx, fields, hash) };
  });
  booth.bus.announce("accessChanged", null);
  return outcome;
}

function adminByName(db: Db, username: string): User | null {
  const user = userByName(db, username);
  if (user && user.roleId !== ADMIN_ROLE) refuse("name_taken", "somebody who is no administrator has this user name");
  return user;
}
