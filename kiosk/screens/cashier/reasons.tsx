import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { TextField } from "../../parts/field.tsx";
import { Keyboard } from "../../parts/keyboard.tsx";
import type { Reason } from "../../parts/reason-picker.tsx";
import { typeText } from "../../parts/typing.ts";
import { t } from "../../text/index.ts";

interface ReasonsProps<R extends string> {
  label: string;
  reasons: readonly R[];
  text: (reason: R) => string;
  value: Reason<R>;
  onChange: (value: Reason<R>) => void;
}

/** One button a reason. `other` makes room for its note: both at once would not fit on a low screen. */
export function Reasons<R extends string>(props: ReasonsProps<R>) {
  const { value, onChange } = props;
  if (value.reason === "other") return <NoteEntry {...props} />;
  return (
    <Choice
      class="grid"
      label={props.label}
      options={props.reasons}
      value={value.reason}
      text={props.text}
      onChoose={(reason) => onChange({ ...value, reason })}
    />
  );
}

function NoteEntry<R extends string>({ label, value, onChange }: ReasonsProps<R>) {
  const setNote = (note: string) => onChange({ ...value, note });
  return (
    <div class="note-entry">
      <div class="note-line">
        <Button onTap={() => onChange({ reason: null, note: "" })}>{t("reason.again")}</Button>
        <TextField label={`${label} ${t("note")}`} value={value.note} onInput={setNote} />
      </div>
      <Keyboard onKey={(key) => setNote(typeText(value.note, key))} />
    </div>
  );
}
