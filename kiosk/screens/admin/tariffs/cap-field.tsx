import { t } from "../../../text/index.ts";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { MONEY_OR_NONE, TypedField } from "./typed-field.tsx";

interface CapFieldProps {
  editor: Editor;
  at: string;
  label: string;
  cap: number | null;
  put: (cap: number | null) => DailyForm;
}

/** A maximum, or none. */
export function CapField({ editor, at, label, cap, put }: CapFieldProps) {
  return (
    <TypedField<number | "none">
      editor={editor}
      at={at}
      kind={MONEY_OR_NONE}
      label={label}
      helper={t("tariff.empty_none")}
      value={cap ?? "none"}
      put={(value) => put(value === "none" ? null : value)}
    />
  );
}
