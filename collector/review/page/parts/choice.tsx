import { Button } from "./button.tsx";

interface ChoiceProps<T extends string> {
  legend: string;
  options: readonly { value: T; name: string }[];
  value: T;
  onChoose: (value: T) => void;
}

/** One of a few, all in sight. */
export function Choice<T extends string>({ legend, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{legend}</legend>
      {options.map((option) => (
        <Button key={option.value} pressed={option.value === value} onTap={() => onChoose(option.value)}>
          {option.name}
        </Button>
      ))}
    </fieldset>
  );
}
