import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface ButtonProps {
  children: ComponentChildren;
  /** What a tap does. Given back a promise, the button is busy and deaf until it settles. */
  onTap?: (() => unknown) | undefined;
  /** `danger` is an outline; `danger-fill` belongs inside its own confirmation only. */
  variant?: "plain" | "primary" | "ok" | "danger" | "danger-fill" | "manual";
  size?: "sm" | "md" | "lg";
  /** A second, smaller line: what the tap brings with it. */
  hint?: string | undefined;
  /** Why the button does nothing now; takes the place of the hint. */
  refusal?: string | false | null | undefined;
  type?: "button" | "submit";
  busy?: boolean;
  /** For a button that stays down: whether it is. */
  pressed?: boolean | undefined;
  /** A tap leaves the focus where it was, so that Enter still goes to the primary button. */
  keepFocus?: boolean;
  /** What is read aloud where the words on the button do not suffice. */
  label?: string | undefined;
  class?: string;
}

const COMMITTING = ["primary", "ok", "danger-fill"];

/** The one button of the house: pressed at once, latched while busy, and never disabled without saying why. */
export function Button(props: ButtonProps) {
  const { variant = "plain", size = "md", type = "button" } = props;
  const [latched, tap] = useLatch(props.onTap);
  const busy = props.busy === true || latched;
  const refused = typeof props.refusal === "string";
  const second = props.refusal || props.hint;
  return (
    <button
      type={type}
      class={`button ${variant} ${size} ${props.class ?? ""}`}
      aria-busy={busy}
      aria-disabled={refused || busy}
      aria-pressed={props.pressed}
      aria-label={props.label}
      data-primary={COMMITTING.includes(variant) ? "" : undefined}
      onMouseDown={props.keepFocus ? (event) => event.preventDefault() : undefined}
      onClick={(event) => {
        if (refused || busy) event.preventDefault();
        else tap();
      }}
    >
      <span class="label">{props.children}</span>
      {second ? <span class="hint">{second}</span> : null}
      {busy ? <span class="dots" aria-hidden="true" /> : null}
    </button>
  );
}

/** Runs one tap at a time; the first shuts the door in the same moment, before anything is drawn. */
function useLatch(onTap: (() => unknown) | undefined): [latched: boolean, tap: () => void] {
  const shut = useRef(false);
  const gone = useRef(false);
  const [latched, setLatched] = useState(false);
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  const tap = () => {
    if (shut.current) return;
    const work = onTap?.();
    if (!(work instanceof Promise)) return;
    shut.current = true;
    setLatched(true);
    const open = () => {
      shut.current = false;
      if (!gone.current) setLatched(false);
    };
    work.then(open, open);
  };
  return [latched, tap];
}
