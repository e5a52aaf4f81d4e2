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
  /** The language each option is written in, where that is not the screen's. */
  lang?: (option: T) => string;
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
  lang,
}: ChoiceProps<T>) {
  return (
    <fieldset class={`choice ${name}`}>
      <legend class={quiet ? "unseen" : "field-label"}>{label}</legend>
      <div class="options">
        {options.map((option) => (
          <Button key={option} size="sm" pressed={option === value} keepFocus onTap={() => onChoose(option)}>
            {lang === undefined ? text(option) : <span lang={lang(option)}>{text(option)}</span>}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
