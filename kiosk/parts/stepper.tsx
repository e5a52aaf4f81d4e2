import { t } from "../text/index.ts";
import { Button } from "./button.tsx";
import { Ltr } from "./values.tsx";

interface StepperProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  least?: number;
  most?: number;
  /** How a value is written, where a bare number does not do. */
  text?: (value: number) => string;
}

/** A number that changes by one at a time. */
export function Stepper({ label, value, onChange, least = 0, most = 9999, text = String }: StepperProps) {
  const step = (by: number) => onChange(Math.min(most, Math.max(least, value + by)));
  return (
    <fieldset class="stepper">
      <legend class="field-label">{label}</legend>
      <Button keepFocus label={`${t("do.less")}: ${label}`} onTap={() => step(-1)}>
        −
      </Button>
      <output aria-live="polite">
        <Ltr class="number">{text(value)}</Ltr>
      </output>
      <Button keepFocus label={`${t("do.more")}: ${label}`} onTap={() => step(1)}>
        +
      </Button>
    </fieldset>
  );
}
