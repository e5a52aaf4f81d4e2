import { useState } from "preact/hooks";
import { t } from "../text/index.ts";
import { Keyboard } from "./keyboard.tsx";
import { Key, Keypad } from "./keypad.tsx";
import type { PadKey } from "./typing.ts";

interface EntryPadProps {
  onKey: (key: PadKey) => void;
  /** What is there first; the other is one tap away. */
  first?: "digits" | "letters";
}

/** Digits first, since most passwords at a booth are digits; a whole keyboard is one tap away. */
export function EntryPad({ onKey, first = "digits" }: EntryPadProps) {
  const [letters, setLetters] = useState(first === "letters");
  if (!letters) {
    return (
      <Keypad
        onKey={onKey}
        listens={false}
        corner={
          <Key
            text={t("keys.letters")}
            label={`${t("keys.letters")} ${t("keys.board")}`}
            onKey={() => setLetters(true)}
            class="key word"
          />
        }
      />
    );
  }
  return <Keyboard latin onKey={onKey} onDigits={() => setLetters(false)} />;
}
