import { useState } from "preact/hooks";
import { language, t } from "../text/index.ts";
import { Backspace } from "./backspace.tsx";
import { KEYBOARD_PAGES, shifted } from "./keyboard-pages.ts";
import { Key } from "./keypad.tsx";
import type { PadKey } from "./typing.ts";

const NUMBERS = "1234567890";
/** A row with more keys than this takes the whole width. */
const SHORT_ROW = 8;

interface KeyboardProps {
  onKey: (key: PadKey) => void;
  /** Leads back to the number pad, where there is one. */
  onDigits?: () => void;
  /** Begins with Latin letters in every language, as for user names and passwords. */
  latin?: boolean;
}

/** A keyboard on the screen, for terminals without one. */
export function Keyboard({ onKey, onDigits, latin = false }: KeyboardProps) {
  const pages = KEYBOARD_PAGES[language.value];
  const [capitals, setCapitals] = useState(false);
  const [at, setAt] = useState(latin ? pages.findIndex(({ name }) => name === "keys.letters") : 0);
  const page = pages[at] ?? pages[0];
  const next = (at + 1) % pages.length;
  const press = (key: PadKey) => {
    onKey(key);
    setCapitals(false);
  };
  return (
    <div class="keyboard" dir="ltr">
      {[NUMBERS, ...page.rows].map((row, line) => (
        <div class={`keys ${Array.from(row).length > SHORT_ROW ? "" : "short"}`} key={line}>
          {Array.from(row, (character) => (
            <Key key={character} text={capitals ? shifted(character) : character} onKey={press} class="key small" />
          ))}
        </div>
      ))}
      <div class="keys">
        <Toggle text="⇧" label={t("keys.shift")} on={capitals} onTap={() => setCapitals(!capitals)} />
        <Toggle text={t((pages[next] ?? page).name)} on={false} onTap={() => setAt(next)} />
        <button
          type="button"
          class="key small wide"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(" ")}
        >
          {t("keys.space")}
        </button>
        {onDigits ? <Toggle text={t("keys.digits")} label={t("keys.pad")} on={false} onTap={onDigits} /> : null}
        <Backspace onKey={onKey} class="key small broad" />
      </div>
    </div>
  );
}

function Toggle({ text, label, on, onTap }: { text: string; label?: string; on: boolean; onTap: () => void }) {
  return (
    <button
      type="button"
      class="key small broad"
      aria-label={label && `${text} ${label}`}
      aria-pressed={on}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTap}
    >
      {text}
    </button>
  );
}
