import type { SignIn } from "../../common/api/auth.ts";
import { zone } from "../session.ts";
import { day } from "../text/format.ts";
import { t } from "../text/index.ts";
import { Button } from "./button.tsx";
import { Pill } from "./pill.tsx";
import { Ltr, timeOfDay } from "./values.tsx";

interface SignInListProps {
  signIns: readonly SignIn[];
  /** Without it they are only shown. */
  onEnd?: ((signIn: SignIn) => unknown) | undefined;
}

/** Where somebody is signed in: with what, from where, since when. The one that looks is not ended from here. */
export function SignInList({ signIns, onEnd }: SignInListProps) {
  return (
    <ul class="sign-ins">
      {signIns.map((signIn) => (
        <li class="sign-in" key={signIn.id}>
          <What {...signIn} />
          {signIn.current ? (
            <Pill tone="accent" glyph="●">
              {t("sign_ins.this")}
            </Pill>
          ) : onEnd === undefined ? null : (
            <Button size="sm" label={t("sign_ins.end_this", { what: nameOf(signIn) })} onTap={() => onEnd(signIn)}>
              {t("sign_ins.end")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function What({ agent, source, startedAt, lastSeenAt }: SignIn) {
  return (
    <span class="sign-in-what">
      <strong>{agent === null ? t("sign_ins.unknown") : <Ltr>{agent}</Ltr>}</strong>
      <span class="soft">
        <Ltr>{source}</Ltr> · {t("sign_ins.since", { time: moment(startedAt) })}
        {lastSeenAt === null ? null : ` · ${t("sign_ins.used", { time: moment(lastSeenAt) })}`}
      </span>
    </span>
  );
}

function nameOf({ agent, startedAt }: SignIn): string {
  return `${agent ?? t("sign_ins.unknown")}, ${t("sign_ins.since", { time: moment(startedAt) })}`;
}

const moment = (at: string): string => `${day(at, zone.value)} ${timeOfDay(at)}`;
