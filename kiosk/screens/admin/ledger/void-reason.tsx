import { VOID_REASONS } from "../../../../common/words.ts";
import { Choice } from "../../../parts/choice.tsx";
import type { Reason } from "../../../parts/reason-picker.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";

type Given = Reason<(typeof VOID_REASONS)[number]>;

/** Why it is voided; the keyboard of the page types the note. */
export function VoidReason({ value, onChange }: { value: Given; onChange: (value: Given) => void }) {
  return (
    <div class="form-part">
      <Choice
        class="grid"
        label={t("void.why")}
        options={VOID_REASONS}
        value={value.reason}
        text={(one) => t(`void_reason.${one}`)}
        onChoose={(reason) => onChange({ ...value, reason })}
      />
      <Input label={t("note")} value={value.note} onInput={(note) => onChange({ ...value, note })} />
    </div>
  );
}
