import { useState } from "preact/hooks";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { typedTime } from "./measures.ts";

interface WallFieldProps {
  /** What both fields belong to, such as `In force from`. */
  label: string;
  value: string;
  error?: string | null | undefined;
  helper?: string;
  onChange: (wall: string) => void;
}

/** A date and a time of the site's wall clock, in 24 hours whatever the language of the browser. */
export function WallField({ label, value, error, helper, onChange }: WallFieldProps) {
  const [date = "", time = ""] = value.split("T");
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && typedTime(typed) === null;
  const typeTime = (text: string) => {
    setTyped(text);
    onChange(`${date}T${typedTime(text) ?? ""}`);
  };
  return (
    <fieldset class="wall">
      <legend class="unseen">{label}</legend>
      <div class="wall-fields">
        <Input
          label={label}
          type="date"
          ltr
          value={date}
          error={error}
          helper={helper}
          onInput={(next) => onChange(`${next}T${time}`)}
        />
        <Input
          label={t("tariff.time")}
          ltr
          maxLength={5}
          value={typed ?? time}
          error={wrong ? t("tariff.expects.time") : null}
          onInput={typeTime}
        />
      </div>
    </fieldset>
  );
}
