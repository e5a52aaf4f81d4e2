import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { t } from "../text/index.ts";
import { TextField } from "./field.tsx";

interface PasswordFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  error?: string | null;
  helper?: string;
  next?: boolean;
  onFocus?: () => void;
  input?: RefObject<HTMLInputElement | null>;
}

/** A password, hidden until asked for. Autocomplete stays off: the terminal is everybody's. */
export function PasswordField({ next = false, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const show = (
    <button
      type="button"
      class="field-end"
      aria-pressed={shown}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setShown(!shown)}
    >
      {t(shown ? "sign_in.hide" : "sign_in.show")}
    </button>
  );
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      name="password"
      autocomplete={next ? "new-password" : "off"}
      end={show}
    />
  );
}
