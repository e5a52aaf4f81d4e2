import { useState } from "preact/hooks";
import type { ListedRole, User } from "../../../../common/api/auth.ts";
import { t } from "../../../text/index.ts";
import { type Draft, useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { LockedNote } from "../parts/locked-note.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { Access } from "./access.tsx";
import { problemsOf } from "./check.ts";
import { State } from "./list.tsx";
import { whyBeyond, whyLocked, whyNeeded } from "./locks.ts";
import { SetPassword } from "./set-password.tsx";
import { UserSignIns } from "./sign-ins.tsx";
import { UserFields } from "./user-fields.tsx";

interface UserPageProps {
  id: string;
  people: readonly User[];
  roles: readonly ListedRole[];
  /** Called after somebody is saved or deleted. */
  onChanged: (deleted: boolean) => void;
}

/** One person: who they are, what they may do, and where they are signed in. */
export function UserPage({ id, people, roles, onChanged }: UserPageProps) {
  const draft = useDraft<User>(`/api/users/${encodeURIComponent(id)}`, { name_taken: "username" });
  const { stored } = draft;
  const locked = stored === undefined ? null : whyLocked(stored, roles);
  return (
    <AdminPage
      title={<bdi>{stored?.displayName ?? t("admin.area.users")}</bdi>}
      aside={stored === undefined ? null : <State user={stored} />}
      actions={locked === null ? <Foot draft={draft} onSaved={() => onChanged(false)} /> : null}
    >
      <Loaded of={draft}>{(user) => <Parts {...{ draft, user, people, roles, onChanged }} />}</Loaded>
    </AdminPage>
  );
}

interface PartsProps extends Omit<UserPageProps, "id"> {
  draft: Draft<User>;
  user: User;
}

function Parts({ draft, user, people, roles, onChanged }: PartsProps) {
  const stored = draft.stored ?? user;
  const locked = whyLocked(stored, roles);
  const needed = whyNeeded(stored, people);
  const [passwords, setPasswords] = useState(0);
  return (
    <>
      <div class="form-part">
        {locked === null ? null : <LockedNote>{locked}</LockedNote>}
        <UserFields
          values={user}
          problems={{ ...problemsOf(textsOf(draft.changes)), ...draft.problems }}
          roles={roles}
          disabled={locked !== null}
          roleLock={locked === null ? needed : null}
          onChange={draft.change}
        />
      </div>
      {/* A new password and being disabled end them. */}
      <UserSignIns key={`${passwords} ${stored.disabled}`} user={stored} endable={locked === null} />
      <div class="beside">
        {locked === null ? <SetPassword draft={draft} user={stored} onSet={() => setPasswords(passwords + 1)} /> : null}
        {whyBeyond(stored, roles) === null ? (
          <Access draft={draft} user={stored} needed={needed} onDeleted={() => onChanged(true)} />
        ) : null}
      </div>
    </>
  );
}

/** The changed members that have a rule; whether somebody is disabled has none. */
function textsOf({ displayName, username }: Partial<User>): Parameters<typeof problemsOf>[0] {
  return { ...(displayName === undefined ? {} : { displayName }), ...(username === undefined ? {} : { username }) };
}

interface FootProps {
  draft: Draft<User>;
  onSaved: () => void;
}

function Foot({ draft, onSaved }: FootProps) {
  const { value, stored } = draft;
  if (value === undefined || stored === undefined) return null;
  const wrong = Object.keys(problemsOf(textsOf(draft.changes))).length > 0;
  const save = async () => {
    if (await draft.save()) onSaved();
  };
  const summary = value.roleId === stored.roleId ? null : t("people.role_changes");
  return (
    <SaveBar
      draft={draft}
      summary={summary}
      save={t("people.save")}
      refusal={wrong ? t("people.check") : null}
      onSave={save}
    />
  );
}
