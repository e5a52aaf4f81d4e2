import { Button } from "./button.tsx";

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T | null;
  text: (option: T) => string;
  onChoose: (option: T) => unknown;
  /** Leaves the label to screen readers where the place says it already. */
  quiet?: boolean;
  class?: string;
}

/** One of a few, all of them in view. */
export function Choice<T extends string>({
  label,
  options,
  value,
  text,
  onChoose,
  quiet = false,
  class: name = "",
}: ChoiceProps<T>) {
  return (
    <fieldset class={`choice ${name}`}>
      <legend class={quiet ? "unseen" : "field-label"}>{label}</legend>
      <div class="options">
        {options.map((option) => (
          <Button key={option} size="sm" pressed={option === value} keepFocus onTap={() => onChoose(option)}>
            {text(option)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
