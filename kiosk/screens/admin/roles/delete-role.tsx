import { useState } from "preact/hooks";
import type { Role } from "../../../../common/api/auth.ts";
import { del } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { whyKept } from "./locks.ts";

interface DeleteRoleProps {
  role: Role;
  /** The tag of the role as it is shown. */
  etag: string | null;
  users: number;
  onDeleted: () => void;
}

/** Deletes a role that nobody has; asks once. */
export function DeleteRole({ role, etag, users, onDeleted }: DeleteRoleProps) {
  const [asking, setAsking] = useState(false);
  if (role.builtin || !may("role:delete")) return null;
  const remove = async () => {
    const path = `/api/roles/${encodeURIComponent(role.id)}`;
    const done = await run(() => del(path, { ifMatch: etag }).then(() => true), t("roles.deleted", { name: role.name }));
    if (done) onDeleted();
    else setAsking(false);
  };
  return (
    <section class="form-part role-delete" aria-label={t("roles.delete")}>
      {asking ? (
        <Confirm
          question={t("roles.delete_sure", { name: role.name })}
          warning={t("people.for_good")}
          danger
          onKeep={() => setAsking(false)}
          onConfirm={remove}
        >
          {t("roles.delete")}
        </Confirm>
      ) : (
        <Button variant="danger" refusal={whyKept(role, users)} onTap={() => setAsking(true)}>
          {t("roles.delete")}
        </Button>
      )}
    </section>
  );
}
