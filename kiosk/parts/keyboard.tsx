import { useState } from "preact/hooks";
import type { Language } from "../../common/words.ts";
import { language, t } from "../text/index.ts";
import { Backspace } from "./backspace.tsx";
import { Key } from "./keypad.tsx";
import type { PadKey } from "./typing.ts";

const LETTERS: Readonly<Record<Language, readonly string[]>> = {
  en: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"],
};
const NUMBERS = "1234567890";
const SYMBOLS = ["!?\"'@#%&/\\", "+-=*_~^|<>", ".,:;()[]{}"];

/** A keyboard on the screen, for terminals without one; with `onDigits` a key leads back to the number pad. */
export function Keyboard({ onKey, onDigits }: { onKey: (key: PadKey) => void; onDigits?: () => void }) {
  const [capitals, setCapitals] = useState(false);
  const [symbols, setSymbols] = useState(false);
  const rows = symbols ? SYMBOLS : LETTERS[language.value];
  const cased = (character: string) =>
    capitals && !symbols && character !== "ß" ? character.toUpperCase() : character;
  const press = (key: PadKey) => {
    onKey(key);
    setCapitals(false);
  };
  return (
    <div class="keyboard" dir="ltr">
      {[NUMBERS, ...rows].map((row, at) => (
        <div class="keys" key={at}>
          {Array.from(row, (character) => (
            <Key key={character} text={cased(character)} onKey={press} class="key small" />
          ))}
        </div>
      ))}
      <div class="keys">
        <Toggle text="⇧" label={t("keys.shift")} on={capitals} onTap={() => setCapitals(!capitals)} />
        <Toggle text={t(symbols ? "keys.letters" : "keys.symbols")} on={false} onTap={() => setSymbols(!symbols)} />
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
