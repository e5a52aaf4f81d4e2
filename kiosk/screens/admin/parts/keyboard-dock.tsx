import { useEffect, useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Keyboard } from "../../../parts/keyboard.tsx";
import { BACK, CLEAR, type PadKey } from "../../../parts/typing.ts";
import { t } from "../../../text/index.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields whose text a keyboard types; the browser brings its own pickers for dates and times. */
const TYPED = ["text", "password", "search", "number", ""];

/** A keyboard at the foot of the page for terminals without one: it comes when a finger, no mouse, goes into a field. */
export function KeyboardDock() {
  const [field, setField] = useState<Field | null>(null);
  useEffect(() => followTouch(setField), []);
  if (field === null) return null;
  return (
    <div class="keyboard-dock">
      <Keyboard onKey={(key) => type(field, key)} />
      <Button size="sm" keepFocus onTap={() => setField(null)}>
        {t("admin.hide_keys")}
      </Button>
    </div>
  );
}

function followTouch(tell: (field: Field | null) => void): () => void {
  let touched = false;
  const onDown = (event: PointerEvent) => {
    touched = event.pointerType === "touch";
    // A second tap into a field brings back a keyboard that was hidden.
    if (touched && event.target === document.activeElement) tell(fieldOf(event.target));
  };
  const onFocus = (event: FocusEvent) => {
    const field = fieldOf(event.target);
    tell(touched ? field : null);
    if (touched) requestAnimationFrame(() => field?.scrollIntoView({ block: "nearest" }));
  };
  addEventListener("pointerdown", onDown, { capture: true });
  addEventListener("focusin", onFocus);
  return () => {
    removeEventListener("pointerdown", onDown, { capture: true });
    removeEventListener("focusin", onFocus);
  };
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && TYPED.includes(target.type) ? target : null;
}

/** Types at the caret, as a keyboard would. */
function type(field: Field, key: PadKey): void {
  const end = field.selectionEnd ?? field.value.length;
  const start = field.selectionStart ?? end;
  if (key === CLEAR) field.value = "";
  else if (key !== BACK) field.setRangeText(key, start, end, "end");
  else if (end > 0) field.setRangeText("", start === end ? start - 1 : start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
