import { useState } from "preact/hooks";
import type { ListedRole, Role } from "../../../../common/api/auth.ts";
import { t, tn } from "../../../text/index.ts";
import { type Draft, useDraft } from "../parts/draft.ts";
import { Input } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { LockedNote } from "../parts/locked-note.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { ChangeSummary } from "./change-summary.tsx";
import { Compare, Difference, NOBODY } from "./compare.tsx";
import { DeleteRole } from "./delete-role.tsx";
import { roleInWords } from "./in-words.ts";
import { whyFixed } from "./locks.ts";
import { Matrix } from "./matrix.tsx";
import { RoleChips } from "./role-chips.tsx";

interface RolePageProps {
  id: string;
  roles: readonly ListedRole[];
  /** Called after this role is saved or deleted. */
  onChanged: (deleted: boolean) => void;
}

/** One role: its rights as a matrix and in words, beside another one if wanted. */
export function RolePage({ id, roles, onChanged }: RolePageProps) {
  const draft = useDraft<Role>(`/api/roles/${encodeURIComponent(id)}`);
  const users = roles.find((role) => role.id === id)?.users ?? 0;
  const fixed = draft.stored === undefined ? null : whyFixed(draft.stored);
  const foot = fixed === null ? <Foot draft={draft} users={users} onSaved={() => onChanged(false)} /> : null;
  return (
    <AdminPage title={t("admin.area.roles")} actions={foot}>
      <RoleChips roles={roles} current={id} unsaved={draft.dirty} />
      {fixed === null ? null : <LockedNote>{fixed}</LockedNote>}
      <Loaded of={draft}>
        {(role) => (
          <div class="role">
            <RoleBody role={role} draft={draft} roles={roles} fixed={fixed !== null} />
            <DeleteRole role={role} etag={draft.etag} users={users} onDeleted={() => onChanged(true)} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

interface RoleBodyProps {
  role: Role;
  draft: Draft<Role>;
  roles: readonly ListedRole[];
  fixed: boolean;
}

function RoleBody({ role, draft, roles, fixed }: RoleBodyProps) {
  const [compared, setCompared] = useState(NOBODY);
  const others = roles.filter(({ id }) => id !== role.id);
  const other = others.find(({ id }) => id === compared);
  return (
    <>
      <div class="form-part role-name">
        <div class="form-grid pairs">
          <Input
            label={t("roles.name")}
            value={role.name}
            disabled={fixed}
            error={draft.problems.name}
            onInput={(name) => draft.change({ name })}
          />
          <Compare others={others} chosen={compared} onChoose={setCompared} />
        </div>
      </div>
      <Matrix
        held={role.permissions}
        stored={(draft.stored ?? role).permissions}
        other={other?.permissions ?? null}
        fixed={fixed}
        onChange={(permissions) => draft.change({ permissions })}
      />
      <section class="form-part role-words" aria-label={t("roles.in_words")}>
        <h2>{t("roles.in_words")}</h2>
        {roleInWords(role.permissions).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {other === undefined ? null : <Difference held={role.permissions} other={other} />}
      </section>
    </>
  );
}

interface FootProps {
  draft: Draft<Role>;
  users: number;
  onSaved: () => void;
}

function Foot({ draft, users, onSaved }: FootProps) {
  const { value, stored } = draft;
  if (value === undefined || stored === undefined) return null;
  const save = async () => {
    if (await draft.save({ name: value.name, permissions: value.permissions })) onSaved();
  };
  const summary = draft.dirty ? (
    <ChangeSummary stored={stored} value={value} users={users} />
  ) : (
    tn("roles.users", users)
  );
  const refusal = value.name.trim() === "" ? t("people.name_rule") : null;
  return <SaveBar draft={draft} summary={summary} save={t("roles.save")} refusal={refusal} onSave={save} />;
}
