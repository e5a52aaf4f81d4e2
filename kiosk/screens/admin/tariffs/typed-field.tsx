import { site } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { minorOf, minorText, wholeOf } from "../parts/numbers.ts";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { typedPercent, typedTime } from "./measures.ts";

/** How a kind of value is written into a field, and read from what somebody typed; null where it cannot be meant. */
interface Kind<T> {
  write: (value: T) => string;
  read: (text: string) => T | null;
  /** What would be accepted. */
  expects: () => string;
  unit?: () => string;
  ltr: boolean;
}

const currency = () => site.value?.currency ?? "EUR";
const MOST_MINUTES = 527_040;

const whole = (least: number): Kind<number> => ({
  write: String,
  read: (text) => {
    const minutes = wholeOf(text);
    return minutes === null || minutes < least || minutes > MOST_MINUTES ? null : minutes;
  },
  expects: () => t(least === 0 ? "tariff.expects.minutes" : "tariff.expects.period"),
  unit: () => t("tariff.min"),
  ltr: true,
});

export const MINUTES = whole(0);
export const PERIOD = whole(1);
export const MONEY: Kind<number> = {
  write: (amount) => minorText(amount, currency()),
  read: (text) => minorOf(text, currency()),
  expects: () => t("tariff.expects.money"),
  unit: currency,
  ltr: true,
};
/** An amount that may be left out. */
export const MONEY_OR_NONE: Kind<number | "none"> = {
  write: (amount) => (amount === "none" ? "" : MONEY.write(amount)),
  read: (text) => (text.trim() === "" ? "none" : MONEY.read(text)),
  expects: () => t("tariff.expects.money_or_none"),
  unit: currency,
  ltr: true,
};
export const PERCENT: Kind<string> = {
  write: (percent) => percent,
  read: typedPercent,
  expects: () => t("tariff.expects.percent"),
  unit: () => "%",
  ltr: true,
};
export const TIME: Kind<string> = {
  // The end of a day is midnight, which is how people write it.
  write: (time) => (time === "24:00" ? "00:00" : time),
  read: typedTime,
  expects: () => t("tariff.expects.time"),
  ltr: true,
};
export const NAME: Kind<string> = {
  write: (name) => name,
  read: (text) => (text.trim() === "" ? null : text.trim()),
  expects: () => t("tariff.expects.name"),
  ltr: false,
};

interface TypedFieldProps<T> {
  editor: Editor;
  /** Its place in the form, such as `windows.0.name`. */
  at: string;
  kind: Kind<T>;
  label: string;
  helper?: string;
  value: T;
  /** The form with another value in it. */
  put: (value: T) => DailyForm;
}

/** A field of the form: it keeps what was typed, and says what it expects where that cannot be meant. */
export function TypedField<T>({ editor, at, kind, label, helper, value, put }: TypedFieldProps<T>) {
  const typed = editor.typed[at];
  const type = (text: string) => {
    const read = kind.read(text);
    editor.type(at, text, read === null ? null : put(read));
  };
  return (
    <Input
      label={label}
      helper={helper}
      ltr={kind.ltr}
      maxLength={kind.ltr ? 14 : 120}
      {...(kind.unit ? { unit: kind.unit() } : {})}
      value={typed?.text ?? kind.write(value)}
      error={typed && !typed.ok ? kind.expects() : null}
      onInput={type}
    />
  );
}
