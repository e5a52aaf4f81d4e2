import { useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { LanguageChoice } from "../parts/language-choice.tsx";
import { Pill } from "../parts/pill.tsx";
import { hello, signIn } from "../session.ts";
import { terminal } from "../terminal.ts";
import { t } from "../text/index.ts";
import { PasswordEntry } from "./password-entry.tsx";
import { Clock } from "./top-bar.tsx";

/** Who is on? One tap for those who were here before, and a password. There is no lock-out. */
export function SignIn() {
  const { users } = terminal.value;
  const [chosen, setChosen] = useState(users.length === 1 ? users[0] : undefined);
  const [other, setOther] = useState(users.length === 0);
  return (
    <div class="shell">
      <SignInBar />
      <main class="split sign-in">
        <section class="card who">
          <h1>{t("sign_in.who")}</h1>
          {users.length > 0 ? (
            <Tiles
              chosen={other ? undefined : chosen?.username}
              onPick={(user) => {
                setChosen(user);
                setOther(false);
              }}
            />
          ) : null}
          {users.length > 0 ? (
            <Button class="other" pressed={other} keepFocus onTap={() => setOther(true)}>
              {t("sign_in.other")}
            </Button>
          ) : (
            <p class="soft">{t("sign_in.first")}</p>
          )}
          <span class="space" />
          <OpenShiftNote />
        </section>
        <section class="card">
          <PasswordEntry
            key={other ? "" : chosen?.username}
            label={
              other || chosen === undefined ? t("sign_in.password") : t("sign_in.password_of", { name: chosen.name })
            }
            commit={t("sign_in.do")}
            wrong={t(other ? "sign_in.wrong" : "sign_in.wrong_password")}
            asksName={other}
            refusal={other || chosen !== undefined ? null : t("sign_in.pick")}
            onSubmit={(password, username) => signIn(other ? username : (chosen?.username ?? ""), password)}
          />
        </section>
      </main>
    </div>
  );
}

interface Person {
  username: string;
  name: string;
}

function Tiles({ chosen, onPick }: { chosen: string | undefined; onPick: (user: Person) => void }) {
  return (
    <fieldset class="tiles" aria-label={t("sign_in.who")}>
      {terminal.value.users.map((user) => (
        <button
          key={user.username}
          type="button"
          class="tile"
          aria-pressed={user.username === chosen}
          onClick={() => onPick(user)}
        >
          <span class="initials" aria-hidden="true">
            {initialsOf(user.name)}
          </span>
          <span class="tile-name">{user.name}</span>
        </button>
      ))}
    </fieldset>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}

function OpenShiftNote() {
  const open = terminal.value.openShift;
  return open === null ? null : <p class="soft">{t("sign_in.shift_open", open)}</p>;
}

function SignInBar() {
  return (
    <header class="bar">
      <strong class="bar-site" dir="auto">
        {hello.value?.siteName ?? t("app.name")}
      </strong>
      {hello.value?.demo ? <Pill tone="accent">{t("app.demo")}</Pill> : null}
      <span class="space" />
      <Clock />
      <LanguageChoice quiet label={t("sign_in.language")} />
    </header>
  );
}
