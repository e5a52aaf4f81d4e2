import { useState } from "preact/hooks";
import { Input } from "./fields.tsx";

interface TimeInputProps {
  label: string;
  /** `HH:MM`, or empty. */
  value: string;
  /** Told the time, or an empty text while what is typed is none. */
  onInput: (time: string) => void;
  helper?: string | undefined;
  error?: string | null | undefined;
}

const TYPED = /^(\d{1,2})[:.](\d\d)$|^(\d\d)(\d\d)$/;
const HOUR_ONLY = /^(\d{1,2})$/;

/** A time of day by 24 hours, whatever the clock of the terminal's system; `19:30`, `7.30` and `1930` will do. */
export function TimeInput({ value, onInput, ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(text);
    onInput(timeOf(text));
  };
  const leave = () => {
    const [, hour] = HOUR_ONLY.exec(typed?.trim() ?? "") ?? [];
    if (hour !== undefined) onInput(timeOf(`${hour}:00`));
    setTyped(null);
  };
  return (
    <div class="time-input" onFocusOut={leave}>
      <Input {...rest} ltr maxLength={5} value={typed ?? value} onInput={take} />
    </div>
  );
}

/** The time that was typed, `HH:MM`; empty where it is none. */
function timeOf(text: string): string {
  const match = TYPED.exec(text.trim());
  if (match === null) return "";
  const [hour, minute] = [Number(match[1] ?? match[3]), Number(match[2] ?? match[4])];
  if (hour > 23 || minute > 59) return "";
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
