import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Common {
  label: string;
  helper?: ComponentChildren;
  /** What is wrong with it, in one sentence. */
  error?: string | null | undefined;
  disabled?: boolean;
  class?: string;
}

interface Given {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  disabled: boolean | undefined;
}

/** Label above, the control in its box, help or what is wrong below. */
export function FieldFrame(props: Common & { children: (given: Given) => ComponentChildren }) {
  const id = useId();
  const below = props.error || props.helper;
  const given: Given = {
    id,
    "aria-invalid": props.error ? true : undefined,
    "aria-describedby": below ? `${id}-below` : undefined,
    disabled: props.disabled,
  };
  return (
    <div class={`field ${props.error ? "wrong" : ""} ${props.class ?? ""}`}>
      <label for={id}>{props.label}</label>
      <div class="field-box">{props.children(given)}</div>
      {below ? (
        <p
          id={`${id}-below`}
          class={props.error ? "field-error" : "field-helper"}
          role={props.error ? "alert" : undefined}
        >
          {props.error ? <span aria-hidden="true">▲ </span> : null}
          {below}
        </p>
      ) : null}
    </div>
  );
}

const TYPES = {
  text: { type: "text" },
  password: { type: "password" },
  search: { type: "search" },
  date: { type: "date" },
  time: { type: "time" },
  "datetime-local": { type: "datetime-local" },
} as const;

interface InputProps extends Common {
  value: string;
  onInput: (value: string) => void;
  type?: keyof typeof TYPES;
  /** What stands at the end of the box, such as `min` or the currency. */
  unit?: string;
  /** Numbers, plates and codes run from left to right in every language. */
  ltr?: boolean;
  autocomplete?: "off" | "username" | "new-password";
  maxLength?: number;
}

/** A field of one line. Its keyboard is the terminal's own or the page's, never the system's over the page. */
export function Input(props: InputProps) {
  const { type = "text", autocomplete = "off", maxLength = 200 } = props;
  return (
    <FieldFrame {...props}>
      {(given) => (
        <>
          <input
            {...given}
            {...TYPES[type]}
            value={props.value}
            inputMode="none"
            dir={props.ltr ? "ltr" : undefined}
            autocomplete={autocomplete}
            autocapitalize="none"
            spellcheck={false}
            maxLength={maxLength}
            onInput={(event) => props.onInput(event.currentTarget.value)}
          />
          {props.unit ? <span class="field-unit">{props.unit}</span> : null}
        </>
      )}
    </FieldFrame>
  );
}

interface TextAreaProps extends Common {
  value: string;
  onInput: (value: string) => void;
  rows?: number;
  /** Code and tables: every character as wide as the next, left to right. */
  code?: boolean;
  maxLength?: number;
}

/** A field of several lines. */
export function TextArea(props: TextAreaProps) {
  return (
    <FieldFrame {...props}>
      {(given) => (
        <textarea
          {...given}
          class={props.code ? "code" : ""}
          dir={props.code ? "ltr" : undefined}
          rows={props.rows ?? 3}
          value={props.value}
          inputMode="none"
          spellcheck={false}
          maxLength={props.maxLength}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

interface SelectProps<T extends string> extends Common {
  value: T;
  options: readonly T[];
  text: (option: T) => string;
  onChoose: (option: T) => void;
}

/** One of many; where they are few, `Choice` shows them all. */
export function Select<T extends string>(props: SelectProps<T>) {
  const choose = (event: { currentTarget: HTMLSelectElement }) => {
    const chosen = props.options.find((option) => option === event.currentTarget.value);
    if (chosen !== undefined) props.onChoose(chosen);
  };
  return (
    <FieldFrame {...props}>
      {(given) => (
        <select {...given} value={props.value} onChange={choose}>
          {props.options.map((option) => (
            <option key={option} value={option}>
              {props.text(option)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface CheckProps {
  label: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why it cannot be changed. */
  locked?: string | null | undefined;
}

/** Yes or no. */
export function Check({ label, checked, onChange, locked }: CheckProps) {
  const id = useId();
  return (
    <label class="check" for={id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={locked != null}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {locked ? <small class="soft"> {locked}</small> : null}
      </span>
    </label>
  );
}
