import type { ListedRole, User, UserCreate } from "../../../../common/api/auth.ts";
import { Button } from "../../../parts/button.tsx";
import { PasswordField } from "../../../parts/password-field.tsx";
import { go, moveOn } from "../../../router.ts";
import { site } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { useNew } from "../parts/use-new.ts";
import { problemsOf } from "./check.ts";
import { UserFields } from "./user-fields.tsx";

interface NewUserProps {
  roles: readonly ListedRole[];
  onCreated: () => void;
}

/** Somebody who shall be able to sign in. The first password is told to them. */
export function NewUser({ roles, onCreated }: NewUserProps) {
  const fresh = useNew<UserCreate, User>(
    "/api/users",
    { displayName: "", username: "", roleId: "", language: site.value?.language ?? "en", password: "" },
    { check: problemsOf, fieldOf: { name_taken: "username", escalation: "roleId" } },
  );
  const create = async () => {
    const made = await fresh.create(({ displayName }) => t("people.created", { name: displayName }));
    if (made === undefined) return;
    onCreated();
    moveOn("admin", "users", made.id);
  };
  return (
    <AdminPage title={t("people.new")} actions={<Actions onCreate={create} />}>
      <div class="form-part">
        <UserFields values={fresh.values} problems={fresh.problems} roles={roles} onChange={fresh.change} />
        <div class="form-grid pairs">
          <PasswordField
            next
            label={t("people.first_password")}
            helper={t("people.password_help")}
            value={fresh.values.password}
            error={fresh.problems.password ?? null}
            onInput={(password) => fresh.change({ password })}
          />
        </div>
      </div>
    </AdminPage>
  );
}

function Actions({ onCreate }: { onCreate: () => unknown }) {
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "users")}>
        {t("do.cancel")}
      </Button>
      <span class="space" />
      <Button size="lg" variant="primary" class="main" onTap={onCreate}>
        {t("people.create")}
      </Button>
    </>
  );
}
