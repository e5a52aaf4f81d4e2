import { useState } from "preact/hooks";
import type { User } from "../../../../common/api/auth.ts";
import { put } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { PasswordField } from "../../../parts/password-field.tsx";
import { go } from "../../../router.ts";
import { run } from "../../../run.ts";
import { me } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { useUnsaved } from "../../../unsaved.ts";
import type { Draft } from "../parts/draft.ts";
import { problemsOf } from "./check.ts";

interface SetPasswordProps {
  draft: Draft<User>;
  user: User;
  onSet: () => void;
}

/** A new password for somebody who forgot theirs; it signs them out everywhere. One's own is changed elsewhere. */
export function SetPassword({ draft, user, onSet }: SetPasswordProps) {
  return (
    <section class="form-part" aria-label={t("people.password")}>
      <h2>{t("people.password")}</h2>
      {user.id === me.value?.id ? (
        <Button onTap={() => go("password")}>{t("people.own_password")}</Button>
      ) : (
        <Form draft={draft} user={user} onSet={onSet} />
      )}
    </section>
  );
}

function Form({ draft, user, onSet }: SetPasswordProps) {
  const [password, setPassword] = useState("");
  useUnsaved(password !== "");
  const [problem, setProblem] = useState<string | null>(null);
  const set = async () => {
    const wrong = problemsOf({ password }).password ?? null;
    setProblem(wrong);
    if (wrong !== null) return;
    const send = () => put(`/api/users/${user.id}`, { password }, { ifMatch: draft.etag }).then(() => true);
    if ((await run(send, t("people.password_set", { name: user.displayName }))) !== true) {
      // Shows how it stands now. What is changed beside it was changed on sight of what was there, and is saved on that.
      if (!draft.dirty) draft.reload();
      return;
    }
    setPassword("");
    onSet();
  };
  return (
    <div class="set-password">
      <PasswordField
        next
        label={t("people.next_password")}
        helper={t("people.password_help")}
        value={password}
        error={problem}
        onInput={(typed) => {
          setPassword(typed);
          setProblem(null);
        }}
      />
      <Button refusal={password === "" ? t("people.type_password") : null} hint={t("people.password_hint")} onTap={set}>
        {t("people.set_password")}
      </Button>
    </div>
  );
}
