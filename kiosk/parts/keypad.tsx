import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Backspace } from "./backspace.tsx";
import { onTyped } from "./scanner.ts";
import { BACK, CLEAR, type PadKey } from "./typing.ts";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface KeypadProps {
  onKey: (key: PadKey) => void;
  /** What stands beside the 0: `00` for money, otherwise a button of the caller or nothing. */
  corner?: "00" | ComponentChildren;
  /** Whether digits typed on a real keyboard, outside of fields, count as well. */
  listens?: boolean;
}

/** Ten digits and delete. Digits run left to right in every language. */
export function Keypad({ onKey, corner = null, listens = true }: KeypadProps) {
  const root = useRef<HTMLDivElement>(null);
  useTypedDigits(onKey, listens, root);
  return (
    <div class="keypad" dir="ltr" ref={root}>
      {DIGITS.map((digit) => (
        <Key key={digit} text={digit} onKey={onKey} />
      ))}
      {corner === "00" ? <Key text="00" onKey={onKey} /> : (corner ?? <span />)}
      <Key text="0" onKey={onKey} />
      <Backspace onKey={onKey} />
    </div>
  );
}

interface KeyProps {
  text: string;
  onKey: (key: PadKey) => void;
  /** What is read aloud where the sign on the key does not suffice. */
  label?: string;
  class?: string;
}

export function Key({ text, onKey, label, class: name = "key" }: KeyProps) {
  return (
    <button
      type="button"
      class={name}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onKey(text)}
    >
      {text}
    </button>
  );
}

function useTypedDigits(onKey: (key: PadKey) => void, listens: boolean, root: { current: HTMLElement | null }): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    if (!listens) return undefined;
    return onTyped((key) => {
      // What is typed over a sheet is not meant for the amount that lies under it.
      if (root.current?.closest("[inert]")) return;
      if (/^\d$/.test(key)) latest.current(key);
      else if (key === "Backspace") latest.current(BACK);
      else if (key === "Delete") latest.current(CLEAR);
    });
  }, [listens, root]);
}
