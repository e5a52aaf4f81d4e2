import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api.ts";
import { now, second } from "../clock.ts";
import { Button } from "../parts/button.tsx";
import { EntryPad } from "../parts/entry-pad.tsx";
import { TextField } from "../parts/field.tsx";
import { PasswordField } from "../parts/password-field.tsx";
import { typeText } from "../parts/typing.ts";
import { errorText } from "../text/errors.ts";
import { t } from "../text/index.ts";

interface PasswordEntryProps {
  label: string;
  /** What the button says. */
  commit: string;
  /** Why it cannot be pressed yet, apart from an empty field. */
  refusal?: string | null;
  /** What a wrong password is called here. */
  wrong: string;
  /** Whether the user name is typed too. */
  asksName?: boolean;
  /** A further way on, beside the button. */
  other?: ComponentChildren;
  onSubmit: (password: string, username: string) => Promise<unknown>;
}

interface Refusal {
  text: string;
  /** Until when another try would be refused. */
  untilMs: number | null;
}

type Target = "username" | "password";

/** A password with its pad and its button, for signing in and for unlocking. */
export function PasswordEntry(props: PasswordEntryProps) {
  const { label, commit, asksName = false } = props;
  const entry = useEntry(props);
  const change = entry.target === "username" ? entry.setUsername : entry.setPassword;
  const value = entry.target === "username" ? entry.username : entry.password;
  const form = useRef<HTMLFormElement>(null);
  const ready = props.refusal == null;
  useEffect(() => {
    // Real keyboards and Enter work at once; our own pads do not need it.
    if (ready) form.current?.querySelector("input")?.focus();
  }, [ready]);
  return (
    <form class="entry" onSubmit={entry.submit} ref={form}>
      <div class="entry-fields">
        {asksName ? (
          <TextField
            label={t("sign_in.username")}
            value={entry.username}
            onInput={entry.setUsername}
            name="username"
            onFocus={() => entry.setTarget("username")}
          />
        ) : null}
        <PasswordField
          label={label}
          value={entry.password}
          onInput={entry.setPassword}
          onFocus={() => entry.setTarget("password")}
          input={entry.input}
          error={entry.error}
        />
      </div>
      <EntryPad
        key={entry.target}
        first={entry.target === "username" ? "letters" : "digits"}
        onKey={(key) => change(typeText(value, key))}
      />
      <div class="actions">
        {props.other}
        <span class="space" />
        <Button type="submit" variant="primary" size="lg" class="main" busy={entry.busy} refusal={entry.why}>
          {commit}
        </Button>
      </div>
    </form>
  );
}

/** What is typed, what became of it, and why the button would not do anything now. */
function useEntry({ asksName = false, refusal = null, wrong, onSubmit }: PasswordEntryProps) {
  const [username, setUsername] = useState("");
  const [password, setTyped] = useState("");
  const [target, setTarget] = useState<Target>(asksName ? "username" : "password");
  const [failed, setFailed] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const waitS = failed?.untilMs == null ? 0 : Math.round((failed.untilMs - second.value) / 1000);
  const why =
    refusal ??
    (asksName && username.trim() === ""
      ? t("sign_in.type_username")
      : waitS > 0
        ? t("sign_in.wait", { seconds: waitS })
        : password === ""
          ? t("sign_in.type_password")
          : null);
  const setPassword = (value: string) => {
    setTyped(value);
    if (waitS <= 0) setFailed(null);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy || why !== null) return;
    setBusy(true);
    try {
      await onSubmit(password, username.trim());
    } catch (error) {
      setFailed(refusalOf(error, wrong));
      setTyped("");
      setBusy(false);
      input.current?.focus();
    }
  };
  const error = failed === null || (failed.untilMs !== null && waitS <= 0) ? null : failed.text;
  return { username, setUsername, password, setPassword, target, setTarget, busy, input, why, error, submit };
}

function refusalOf(error: unknown, wrong: string): Refusal {
  if (!(error instanceof ApiError)) return { text: errorText(error), untilMs: null };
  if (error.code === "bad_credentials") return { text: wrong, untilMs: null };
  const untilMs = error.retryAfterSeconds === null ? null : now() + error.retryAfterSeconds * 1000;
  return { text: error.code === "rate_limited" ? t("error.rate_limited") : errorText(error), untilMs };
}
