import { useEffect } from "preact/hooks";
import type { ListedRole } from "../../../../common/api/auth.ts";
import type { Page } from "../../../../common/api/parts.ts";
import { ADMIN_ROLE } from "../../../../common/permissions.ts";
import { get } from "../../../api.ts";
import { onEvent } from "../../../feed.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";
import { may, me } from "../../../session.ts";

/** Every role by id, read again as roles and people change. Who may not read roles knows the own one. */
export function useRoles(): Loaded<ListedRole[]> {
  const loaded = useLoad(readRoles, "roles");
  const { reload } = loaded;
  useEffect(
    () =>
      onEvent(({ kind }) => {
        if (kind === "role_change" || kind === "user_change") reload();
      }),
    [reload],
  );
  return loaded;
}

async function readRoles(): Promise<ListedRole[]> {
  if (may("role:read")) return (await get<Page<ListedRole>>("/api/roles?limit=500")).items;
  const own = me.value;
  if (own == null) return [];
  const { roleId: id, roleName: name, permissions } = own;
  return [{ id, name, builtin: id === ADMIN_ROLE, permissions, users: 0 }];
}
