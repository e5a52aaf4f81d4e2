import { useId } from "preact/hooks";
import { Money } from "./values.tsx";

interface MoneyFieldProps {
  label: string;
  amount: number;
  helper?: string | undefined;
  /** Whether the pad types into it now. */
  active?: boolean;
}

/** An amount that a keypad fills from the right. It shows; the pad types. */
export function MoneyField({ label, amount, helper, active = true }: MoneyFieldProps) {
  const id = useId();
  return (
    <div class="field money-field">
      <span id={id} class="field-label">
        {label}
      </span>
      <output aria-labelledby={id} aria-live="polite" class={`field-box ${active ? "active" : ""}`}>
        <Money amount={amount} />
      </output>
      {helper ? <p class="field-helper">{helper}</p> : null}
    </div>
  );
}
