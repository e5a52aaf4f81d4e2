import { useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Failure } from "../parts/failure.tsx";
import { SignInList } from "../parts/sign-in-list.tsx";
import { useSignIns } from "../parts/use-sign-ins.ts";
import { Working } from "../parts/working.tsx";
import { go } from "../router.ts";
import { t } from "../text/index.ts";
import { useFit } from "./bench/use-fit.ts";
import { Full } from "./layout.tsx";

const ROW = { width: 200, height: 72 };

/** Where the person at the screen is signed in too: a strange one can be ended. */
export function WhereSignedIn() {
  const { value, error, reload, end } = useSignIns("/api/auth/sign-ins");
  const [from, setFrom] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, ROW);
  const all = value ?? [];
  const first = Math.min(from, Math.max(0, all.length - 1));
  const others = all.filter(({ current }) => !current);
  return (
    <Full
      title={t("sign_ins.title")}
      aside={all.length > rows ? <Pager first={first} rows={rows} of={all.length} onTurn={setFrom} /> : null}
      actions={
        <>
          <Button size="lg" onTap={() => go("password")}>
            {t("do.back")}
          </Button>
          <span class="space" />
          {others.length > 1 ? (
            <Button size="lg" variant="danger" onTap={() => end(others)}>
              {t("sign_ins.end_others")}
            </Button>
          ) : null}
        </>
      }
    >
      <p class="soft">{t("sign_ins.what")}</p>
      <div class="sign-in-box" ref={box}>
        <SignInList signIns={all.slice(first, first + rows)} onEnd={(one) => end([one])} />
        {value === undefined && error === null ? <Working /> : null}
        {error === null ? null : <Failure error={error} onRetry={reload} />}
      </div>
    </Full>
  );
}

interface PagerProps {
  first: number;
  rows: number;
  of: number;
  onTurn: (first: number) => void;
}

function Pager({ first, rows, of, onTurn }: PagerProps) {
  return (
    <div class="pager">
      <Button size="sm" keepFocus refusal={first === 0 ? "" : null} onTap={() => onTurn(Math.max(0, first - rows))}>
        {t("list.later")}
      </Button>
      <Button size="sm" keepFocus refusal={first + rows >= of ? "" : null} onTap={() => onTurn(first + rows)}>
        {t("list.earlier")}
      </Button>
    </div>
  );
}
