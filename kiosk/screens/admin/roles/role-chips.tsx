import type { ListedRole } from "../../../../common/api/auth.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Padlock } from "../parts/padlock.tsx";
import { NEW } from "./addresses.ts";

/** Every role as a way to it, and one to a new role. */
export function RoleChips({ roles, current }: { roles: readonly ListedRole[]; current: string }) {
  return (
    <nav class="role-chips" aria-label={t("roles.choose")}>
      {roles.map(({ id, name, builtin }) => (
        <a
          key={id}
          class="button sm"
          href={`#/admin/roles/${encodeURIComponent(id)}`}
          aria-current={id === current ? "page" : undefined}
        >
          <span>
            {name}
            {builtin ? <Padlock /> : null}
          </span>
        </a>
      ))}
      {may("role:create") ? (
        <a class="button sm new" href={`#/admin/roles/${NEW}`} aria-current={current === NEW ? "page" : undefined}>
          <span>
            <span aria-hidden="true">+ </span>
            {t("roles.new")}
          </span>
        </a>
      ) : null}
    </nav>
  );
}
