import { Backspace } from "./backspace.tsx";
import { Key } from "./keypad.tsx";
import type { PadKey } from "./typing.ts";

const KEYS = Array.from("1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Letters and digits in the order everybody knows, for plates and ticket numbers. */
export function PlatePad({ onKey }: { onKey: (key: PadKey) => void }) {
  return (
    <div class="plate-pad" dir="ltr">
      {KEYS.map((character) => (
        <Key key={character} text={character} onKey={onKey} class="key small" />
      ))}
      <Backspace onKey={onKey} class="key small delete" />
    </div>
  );
}
