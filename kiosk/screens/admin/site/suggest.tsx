import { useId } from "preact/hooks";
import { FieldFrame } from "../parts/fields.tsx";

interface SuggestProps {
  label: string;
  helper?: string | null;
  error?: string | null | undefined;
  disabled?: boolean;
  options: readonly string[];
  value: string;
  onInput: (value: string) => void;
}

/** A field of a long list: what one types narrows down what the browser offers. */
export function Suggest({ options, value, onInput, ...frame }: SuggestProps) {
  const list = useId();
  return (
    <FieldFrame {...frame}>
      {(given) => (
        <>
          <input
            {...given}
            type="text"
            list={list}
            dir="ltr"
            value={value}
            inputMode="none"
            autocomplete="off"
            spellcheck={false}
            maxLength={64}
            // Enter takes what the browser offers, and does not save the form.
            onKeyDown={(event) => event.key === "Enter" && event.stopPropagation()}
            onInput={(event) => onInput(event.currentTarget.value.trim())}
          />
          <datalist id={list}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
