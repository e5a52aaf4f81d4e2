import type { ComponentChildren, RefObject } from "preact";
import { useId } from "preact/hooks";
import { onPhone } from "../phone.ts";

export interface TextFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: "text" | "password";
  helper?: ComponentChildren;
  error?: string | null | undefined;
  name?: string;
  autocomplete?: "off" | "username" | "current-password" | "new-password";
  maxLength?: number;
  onFocus?: () => void;
  input?: RefObject<HTMLInputElement | null>;
  /** Stands inside the field at its end, such as a button that shows the password. */
  end?: ComponentChildren;
}

const TEXT = { type: "text" } as const;
const PASSWORD = { type: "password" } as const;

/** A field: label above, help or what is wrong below. Our own pads type into it, so no other keyboard comes up but a phone's. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const below = props.error ? "field-error" : "field-helper";
  return (
    <div class={`field ${props.error ? "wrong" : ""}`}>
      <label for={id}>{props.label}</label>
      <div class="field-box">
        <input
          id={id}
          ref={props.input ?? null}
          {...(props.type === "password" ? PASSWORD : TEXT)}
          name={props.name}
          value={props.value}
          inputMode={onPhone() ? "text" : "none"}
          dir="auto"
          autocomplete={props.autocomplete ?? "off"}
          autocapitalize="none"
          spellcheck={false}
          maxLength={props.maxLength ?? 200}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error || props.helper ? `${id}-below` : undefined}
          onInput={(event) => props.onInput(event.currentTarget.value)}
          onFocus={props.onFocus}
        />
        {props.end}
      </div>
      {props.error || props.helper ? (
        <p id={`${id}-below`} class={below} role={props.error ? "alert" : undefined}>
          {props.error ? <span aria-hidden="true">▲ </span> : null}
          {props.error || props.helper}
        </p>
      ) : null}
    </div>
  );
}
