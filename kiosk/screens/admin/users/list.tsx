import type { ListedRole, User } from "../../../../common/api/auth.ts";
import { Button } from "../../../parts/button.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { go } from "../../../router.ts";
import { may, me } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { AdminPage } from "../parts/page.tsx";

interface PeopleListProps {
  people: readonly User[];
  roles: readonly ListedRole[];
}

/** Everybody who can sign in, or could. */
export function PeopleList({ people, roles }: PeopleListProps) {
  return (
    <AdminPage
      title={t("admin.area.users")}
      actions={
        may("user:create") ? (
          <>
            <span class="space" />
            <Button size="lg" variant="primary" class="main" onTap={() => go("admin", "users", "new")}>
              {t("people.new")}
            </Button>
          </>
        ) : null
      }
    >
      <DataTable caption={t("people.all")} columns={columns(roles)} rows={people} keyOf={({ id }) => id} />
    </AdminPage>
  );
}

function columns(roles: readonly ListedRole[]): Column<User>[] {
  return [
    {
      id: "name",
      title: t("people.name"),
      cell: ({ id, displayName }) => (
        <a href={`#/admin/users/${id}`}>
          <bdi>{displayName}</bdi>
        </a>
      ),
    },
    { id: "username", title: t("people.username"), cell: ({ username }) => <Ltr>{username}</Ltr> },
    { id: "role", title: t("people.role"), cell: ({ roleId }) => nameOfRole(roleId, roles) },
    { id: "language", title: t("people.language"), cell: ({ language }) => t(`language.${language}`) },
    { id: "state", title: t("people.state"), cell: (user) => <State user={user} /> },
  ];
}

/** The name of a role; its id where roles may not be read. */
export function nameOfRole(id: string, roles: readonly ListedRole[]): string {
  return roles.find((role) => role.id === id)?.name ?? id;
}

/** Whether somebody can sign in, and whether it is the person at the screen. */
export function State({ user }: { user: User }) {
  if (user.disabled) return <Pill glyph="⊘">{t("people.disabled")}</Pill>;
  const you = user.id === me.value?.id;
  return (
    <Pill tone={you ? "accent" : "ok"} glyph={you ? "●" : "✓"}>
      {you ? t("people.you") : t("people.active")}
    </Pill>
  );
}
