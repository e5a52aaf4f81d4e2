import { moveOn } from "../../../router.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { useRoles } from "../roles/use-roles.ts";
import { PeopleList } from "./list.tsx";
import { NewUser } from "./new-user.tsx";
import { usePeople } from "./use-people.ts";
import { UserPage } from "./user-page.tsx";

/** People: `#/admin/users`, `…/new` and `…/<id>`. */
export function UsersPage({ path: [wanted] }: { path: readonly string[] }) {
  const people = usePeople();
  const roles = useRoles();
  if (people.value === undefined || roles.value === undefined) {
    return (
      <AdminPage title={t("admin.area.users")}>
        <Loaded<unknown> of={people.value === undefined ? people : roles}>{() => null}</Loaded>
      </AdminPage>
    );
  }
  const known = { people: people.value, roles: roles.value };
  if (wanted === undefined) return <PeopleList {...known} />;
  if (wanted === "new" && may("user:create")) return <NewUser roles={known.roles} onCreated={people.reload} />;
  const onChanged = (deleted: boolean) => {
    people.reload();
    if (deleted) moveOn("admin", "users");
  };
  return <UserPage key={wanted} id={wanted} {...known} onChanged={onChanged} />;
}
