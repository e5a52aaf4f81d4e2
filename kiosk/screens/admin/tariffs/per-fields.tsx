import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { TIME, TypedField } from "./typed-field.tsx";
import type { Per } from "./window-form.ts";

const MODES = ["session", "calendar", "rolling"] as const;

interface PerFieldsProps {
  editor: Editor;
  at: string;
  label: string;
  per: Per;
  put: (per: Per) => DailyForm;
  onChange: (form: DailyForm) => void;
}

/** How often a maximum or a flat price begins anew. */
export function PerFields({ editor, at, label, per, put, onChange }: PerFieldsProps) {
  return (
    <div class="form-grid tight">
      <Select
        label={label}
        value={per.mode}
        options={MODES}
        text={(mode) => t(`tariff.per.${mode}`)}
        onChoose={(mode) => onChange(put({ ...per, mode }))}
      />
      {per.mode === "calendar" ? (
        <TypedField
          editor={editor}
          at={`${at}.time`}
          kind={TIME}
          label={t("tariff.member.resetTime")}
          value={per.time}
          put={(time) => put({ ...per, time })}
        />
      ) : null}
    </div>
  );
}
