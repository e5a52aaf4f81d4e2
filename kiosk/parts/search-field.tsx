import { useEffect, useId, useRef } from "preact/hooks";

interface SearchFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  onEnter: () => void;
}

/** A field for a plate or a number on a device with a keyboard of its own, such as a phone. */
export function SearchField({ label, value, onInput, onEnter }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <label for={id}>{label}</label>
      <div class="field-box">
        <input
          id={id}
          ref={input}
          type="text"
          name="search"
          value={value}
          dir="ltr"
          autocomplete="off"
          autocapitalize="characters"
          enterkeyhint="search"
          spellcheck={false}
          maxLength={40}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
    </form>
  );
}
