import type { ComponentChildren } from "preact";
import type { ListedRole } from "../../../../common/api/auth.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { Padlock } from "../parts/padlock.tsx";
import { NEW } from "./addresses.ts";

interface Ways {
  current: string;
  /** Whether something here would be lost on the way. */
  unsaved?: boolean;
}

/** Every role as a way to it, and one to a new role; closed while something is not saved. */
export function RoleChips({ roles, ...ways }: Ways & { roles: readonly ListedRole[] }) {
  return (
    <nav class="role-chips" aria-label={t("roles.choose")}>
      {roles.map(({ id, name, builtin }) => (
        <Chip key={id} id={id} {...ways}>
          {name}
          {builtin ? <Padlock /> : null}
        </Chip>
      ))}
      {may("role:create") ? (
        <Chip id={NEW} {...ways}>
          <span aria-hidden="true">+ </span>
          {t("roles.new")}
        </Chip>
      ) : null}
    </nav>
  );
}

function Chip({ id, current, unsaved, children }: Ways & { id: string; children: ComponentChildren }) {
  const stay = (event: Event) => {
    event.preventDefault();
    toast(t("people.save_first"));
  };
  return (
    <a
      class={`button sm ${id === NEW ? "new" : ""}`}
      href={`#/admin/roles/${encodeURIComponent(id)}`}
      aria-current={id === current ? "page" : undefined}
      onClick={unsaved ? stay : undefined}
    >
      <span>{children}</span>
    </a>
  );
}
