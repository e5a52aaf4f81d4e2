import { useEffect, useRef } from "preact/hooks";
import { t } from "../text/index.ts";
import { BACK, CLEAR, type PadKey } from "./typing.ts";

const LONG_PRESS_MS = 600;

/** Deletes the last character; held down, all of them. */
export function Backspace({ onKey, class: name = "key" }: { onKey: (key: PadKey) => void; class?: string }) {
  const held = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const cleared = useRef(false);
  const stop = () => clearTimeout(held.current);
  useEffect(() => stop, []);
  const start = () => {
    cleared.current = false;
    held.current = setTimeout(() => {
      cleared.current = true;
      onKey(CLEAR);
    }, LONG_PRESS_MS);
  };
  return (
    <button
      type="button"
      class={name}
      aria-label={t("do.delete_last")}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!cleared.current) onKey(BACK);
        cleared.current = false;
      }}
    >
      <svg class="glyph" viewBox="0 0 28 20" aria-hidden="true">
        <path d="M9 2h16a1.500 1.500 0 0 1 1.500 1.500v13A1.500 1.500 0 0 1 25 18H9l-7-8zm4.500 5 6 6m0-6-6 6" />
      </svg>
    </button>
  );
}
