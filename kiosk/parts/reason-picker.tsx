import { t } from "../text/index.ts";
import { Choice } from "./choice.tsx";
import { TextField } from "./field.tsx";
import { Keyboard } from "./keyboard.tsx";
import { typeText } from "./typing.ts";

export interface Reason<R extends string> {
  reason: R | null;
  note: string;
}

interface ReasonPickerProps<R extends string> {
  label: string;
  reasons: readonly R[];
  text: (reason: R) => string;
  value: Reason<R>;
  onChange: (value: Reason<R>) => void;
}

/** One button a reason; `other` asks for a note. */
export function ReasonPicker<R extends string>({ label, reasons, text, value, onChange }: ReasonPickerProps<R>) {
  const setNote = (note: string) => onChange({ ...value, note });
  return (
    <div class="reasons">
      <Choice
        class="grid"
        label={label}
        options={reasons}
        value={value.reason}
        text={text}
        onChoose={(reason) => onChange({ ...value, reason })}
      />
      {value.reason === "other" ? (
        <>
          <TextField label={t("note")} value={value.note} onInput={setNote} />
          <Keyboard onKey={(key) => setNote(typeText(value.note, key))} />
        </>
      ) : null}
    </div>
  );
}

/** Whether a reason is chosen, with its note if it needs one. */
export function reasonGiven<R extends string>({ reason, note }: Reason<R>): boolean {
  return reason !== null && (reason !== "other" || note.trim() !== "");
}

/** A reason as requests carry it. */
export function reasonBody<R extends string>({ reason, note }: Reason<R>): { reason: R | null; note?: string } {
  return note.trim() === "" ? { reason } : { reason, note: note.trim() };
}
