import { useEffect, useState } from "preact/hooks";
import { Input } from "../parts/fields.tsx";
import { wholeOf } from "../parts/numbers.ts";

interface WholeFieldProps {
  label: string;
  helper?: string;
  unit?: string;
  value: number | null;
  least: number;
  most: number;
  /** Whether nothing typed is a value too: null. */
  mayBeEmpty?: boolean;
  /** What is said of a text that is no such number. */
  wrong: string;
  /** What the booth found wrong with it. */
  error: string | undefined;
  onWrong: (wrong: boolean) => void;
  onChange: (value: number | null) => void;
}

/** A whole number that somebody types. What is none stays in the field, marked, and changes nothing. */
export function WholeField(props: WholeFieldProps) {
  const { value, least, most, mayBeEmpty = false } = props;
  const [text, setText] = useState(textOf(value));
  useEffect(() => setText(textOf(value)), [value]);
  const numberIn = (typed: string) => {
    const number = wholeOf(typed);
    return number !== null && number >= least && number <= most ? number : null;
  };
  const fits = (typed: string) => numberIn(typed) !== null || (mayBeEmpty && typed.trim() === "");
  const type = (typed: string) => {
    setText(typed);
    props.onWrong(!fits(typed));
    if (fits(typed)) props.onChange(numberIn(typed));
  };
  return (
    <Input
      ltr
      label={props.label}
      helper={props.helper}
      unit={props.unit ?? ""}
      value={text}
      maxLength={9}
      error={fits(text) ? props.error : props.wrong}
      onInput={type}
    />
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}
