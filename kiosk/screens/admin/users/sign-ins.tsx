import type { User } from "../../../../common/api/auth.ts";
import { del } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { SignInList } from "../../../parts/sign-in-list.tsx";
import { useSignIns } from "../../../parts/use-sign-ins.ts";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";

interface UserSignInsProps {
  user: User;
  /** Whether the person at the screen may end them. */
  endable: boolean;
}

/** Where somebody is signed in, to end one or all of it. */
export function UserSignIns({ user, endable }: UserSignInsProps) {
  const path = `/api/users/${user.id}/sign-ins`;
  const signIns = useSignIns(path);
  const others = signIns.value?.filter(({ current }) => !current) ?? [];
  const own = others.length !== signIns.value?.length;
  const endAll = async () => {
    await run(() => del(path), t("sign_ins.all_ended"));
    signIns.reload();
  };
  return (
    <section class="form-part" aria-label={t("people.sign_ins")}>
      <header class="row part-head">
        <h2>{t("people.sign_ins")}</h2>
        {endable && others.length > 1 ? (
          <Button size="sm" variant="danger" onTap={endAll}>
            {own ? t("sign_ins.end_others") : t("people.end_all")}
          </Button>
        ) : null}
      </header>
      <Loaded of={signIns}>
        {(all) =>
          all.length === 0 ? (
            <p class="soft">{t("people.no_sign_ins")}</p>
          ) : (
            <SignInList signIns={all} onEnd={endable ? (one) => signIns.end([one]) : undefined} />
          )
        }
      </Loaded>
    </section>
  );
}
