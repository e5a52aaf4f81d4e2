import { useState } from "preact/hooks";
import type { User } from "../../../../common/api/auth.ts";
import { del } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import type { Draft } from "../parts/draft.ts";

interface AccessProps {
  draft: Draft<User>;
  user: User;
  /** Why they must stay able to sign in. */
  needed: string | null;
  onDeleted: () => void;
}

/** Whether somebody may sign in at all; deleting them is asked once. */
export function Access({ draft, user, needed, onDeleted }: AccessProps) {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    const done = await run(
      () => del(`/api/users/${user.id}`, { ifMatch: draft.etag }).then(() => true),
      t("people.deleted", { name: user.displayName }),
    );
    if (done) onDeleted();
    else setAsking(false);
  };
  if (!may("user:update") && !may("user:delete")) return null;
  return (
    <section class="form-part" aria-label={t("people.access")}>
      <h2>{t("people.access")}</h2>
      {asking ? (
        <Confirm
          question={t("people.delete_sure", { name: user.displayName })}
          warning={t("people.for_good")}
          danger
          onKeep={() => setAsking(false)}
          onConfirm={remove}
        >
          {t("people.delete")}
        </Confirm>
      ) : (
        <div class="access">
          {may("user:update") ? <Switch draft={draft} user={user} needed={needed} /> : null}
          {may("user:delete") ? (
            <Button variant="danger" refusal={needed} onTap={() => setAsking(true)}>
              {t("people.delete")}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

function Switch({ draft, user, needed }: Omit<AccessProps, "onDeleted">) {
  const unsaved = draft.dirty ? t("people.save_first") : null;
  const set = (disabled: boolean) => () => draft.save({ disabled });
  return user.disabled ? (
    <Button hint={t("people.enable_hint")} refusal={unsaved} onTap={set(false)}>
      {t("people.enable")}
    </Button>
  ) : (
    <Button hint={t("people.disable_hint")} refusal={needed ?? unsaved} onTap={set(true)}>
      {t("people.disable")}
    </Button>
  );
}
