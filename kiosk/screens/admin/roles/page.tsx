import { moveOn } from "../../../router.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { NEW } from "./addresses.ts";
import { NewRole } from "./new-role.tsx";
import { RolePage } from "./role-page.tsx";
import { useRoles } from "./use-roles.ts";

/** Roles: `#/admin/roles/<id>`, without an id the first that is not built in, and `#/admin/roles/+` for a new one. */
export function RolesPage({ path: [wanted] }: { path: readonly string[] }) {
  const roles = useRoles();
  if (roles.value === undefined) {
    return (
      <AdminPage title={t("admin.area.roles")}>
        <Loaded of={roles}>{() => null}</Loaded>
      </AdminPage>
    );
  }
  if (wanted === NEW && may("role:create")) return <NewRole roles={roles.value} onCreated={roles.reload} />;
  const first = roles.value.find(({ builtin }) => !builtin) ?? roles.value[0];
  const id = wanted ?? first?.id ?? "";
  const onChanged = (deleted: boolean) => {
    roles.reload();
    if (deleted) moveOn("admin", "roles");
  };
  return <RolePage key={id} id={id} roles={roles.value} onChanged={onChanged} />;
}
