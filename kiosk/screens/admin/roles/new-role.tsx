import { useState } from "preact/hooks";
import type { ListedRole, Role, RoleCreate } from "../../../../common/api/auth.ts";
import { Button } from "../../../parts/button.tsx";
import { go, moveOn } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { Input, Select } from "../parts/fields.tsx";
import { AdminPage } from "../parts/page.tsx";
import { useNew } from "../parts/use-new.ts";
import { problemsOf } from "../users/check.ts";
import { NEW } from "./addresses.ts";
import { roleInWords } from "./in-words.ts";
import { inGift } from "./locks.ts";
import { RoleChips } from "./role-chips.tsx";
import { roleIdOf } from "./role-id.ts";

/** `grid` is a path of its own under /api/roles. */
const RESERVED = ["grid"];
const NOTHING = "";

interface NewRoleProps {
  roles: readonly ListedRole[];
  onCreated: () => void;
}

/** A role to be: a name, and another role's rights to begin with. */
export function NewRole({ roles, onCreated }: NewRoleProps) {
  const fresh = useNew<RoleCreate, Role>(
    "/api/roles",
    { id: "", name: "", permissions: [] },
    { check: ({ id, name }) => problemsOf({ name, id }), fieldOf: { name_taken: "id" } },
  );
  const [copied, setCopied] = useState(NOTHING);
  const taken = [...RESERVED, ...roles.map(({ id }) => id)];
  const offered = inGift(roles);
  const copy = (id: string) => {
    setCopied(id);
    fresh.change({ permissions: offered.find((role) => role.id === id)?.permissions ?? [] });
  };
  const create = async () => {
    const made = await fresh.create(({ name }) => t("roles.created", { name }));
    if (made === undefined) return;
    onCreated();
    moveOn("admin", "roles", made.id);
  };
  return (
    <AdminPage title={t("roles.new")} actions={<Actions onCreate={create} />}>
      <RoleChips roles={roles} current={NEW} />
      <div class="form-part narrow">
        <Input
          label={t("roles.name")}
          value={fresh.values.name}
          error={fresh.problems.name}
          onInput={(name) => fresh.change({ name, id: roleIdOf(name, taken) })}
        />
        <Input
          ltr
          label={t("roles.id")}
          helper={t("roles.id_help")}
          value={fresh.values.id}
          error={fresh.problems.id}
          onInput={(id) => fresh.change({ id })}
        />
        <Select
          label={t("roles.copy")}
          helper={offered.length < roles.length ? t("people.gift_help") : undefined}
          value={copied}
          options={[NOTHING, ...offered.map(({ id }) => id)]}
          text={(id) => offered.find((role) => role.id === id)?.name ?? t("roles.copy_none")}
          onChoose={copy}
        />
        <p class="soft">{roleInWords(offered.find(({ id }) => id === copied)?.permissions ?? []).join(" ")}</p>
      </div>
    </AdminPage>
  );
}

function Actions({ onCreate }: { onCreate: () => unknown }) {
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "roles")}>
        {t("do.cancel")}
      </Button>
      <span class="space" />
      <Button size="lg" variant="primary" class="main" onTap={onCreate}>
        {t("roles.create")}
      </Button>
    </>
  );
}
