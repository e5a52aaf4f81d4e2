import type { ComponentChildren } from "preact";

interface ButtonProps {
  children: ComponentChildren;
  onTap: () => unknown;
  /** The key that does the same, as it is written on the button. */
  shortcut?: string | undefined;
  pressed?: boolean | undefined;
  /** Why it does nothing now. */
  refusal?: string | null | undefined;
  /** What is read aloud where the words on the button do not suffice. */
  label?: string | undefined;
  class?: string;
}

/** A button beside the keys: a click leaves the focus where it was, so that the next key means what it says. */
export function Button(props: ButtonProps) {
  const refused = typeof props.refusal === "string";
  return (
    <button
      type="button"
      class={`button ${props.class ?? ""}`}
      aria-pressed={props.pressed}
      aria-disabled={refused}
      aria-label={props.label}
      aria-keyshortcuts={props.shortcut}
      title={props.refusal ?? undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!refused) props.onTap();
      }}
    >
      {props.shortcut === undefined ? null : <Key>{props.shortcut}</Key>}
      <span class="button-text">{props.children}</span>
    </button>
  );
}

/** A key as it stands on the keyboard. Read aloud it would be in the way of the words it belongs to. */
export function Key({ children }: { children: string }) {
  return (
    <span class="key" aria-hidden="true">
      {children.length === 1 ? children.toUpperCase() : children}
    </span>
  );
}
