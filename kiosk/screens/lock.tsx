import { Button } from "../parts/button.tsx";
import { run } from "../run.ts";
import { hello, me, shift, signOut, site, unlock } from "../session.ts";
import { t } from "../text/index.ts";
import { Banner } from "./banner.tsx";
import { PasswordEntry } from "./password-entry.tsx";
import { Clock, LivePill } from "./top-bar.tsx";

/** Nothing of the workbench is on the screen; the sign-in and the shift go on underneath. */
export function Lock() {
  const name = me.value?.displayName ?? "";
  const open = shift.value;
  return (
    <div class="shell">
      <header class="bar">
        <strong class="bar-site" dir="auto">
          {site.value?.name ?? hello.value?.siteName}
        </strong>
        <span class="space" />
        <LivePill />
        <Clock />
      </header>
      <Banner />
      <main class="lock">
        <section class="card">
          <h1 class="lock-title">
            <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4" />
            </svg>
            {t("lock.title")}
          </h1>
          <p class="soft">{open == null ? name : t("lock.shift_stays", { name, number: open.number })}</p>
          <PasswordEntry
            label={t("sign_in.password_of", { name })}
            commit={t("lock.unlock")}
            wrong={t("sign_in.wrong_password")}
            onSubmit={unlock}
            other={
              <Button size="lg" hint={t("lock.switch_hint", { name })} onTap={() => run(signOut)}>
                {t("lock.switch")}
              </Button>
            }
          />
        </section>
      </main>
    </div>
  );
}
