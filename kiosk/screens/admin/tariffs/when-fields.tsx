import { DAYS } from "../../../../common/pricing/duration.ts";
import type { ValidPeriod } from "../../../../common/rate-table.ts";
import { VEHICLE_CLASSES } from "../../../../common/review.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { classesText, weekday } from "./rule-words.ts";
import { TIME, TypedField } from "./typed-field.tsx";
import type { WindowForm } from "./window-form.ts";

interface WhenFieldsProps {
  editor: Editor;
  at: string;
  window: WindowForm;
  put: (part: Partial<WindowForm>) => DailyForm;
}

const WHEN = ["hours", "other"] as const;
const SOME_HOURS: ValidPeriod = { days: [...DAYS], from: "20:00", to: "07:00" };

/** When a window is in force, and for which vehicles. */
export function WhenFields({ editor, at, window, put }: WhenFieldsProps) {
  const { hours, classes } = window;
  const choose = (when: (typeof WHEN)[number]) =>
    editor.change(put({ hours: when === "other" ? null : (hours ?? SOME_HOURS) }), `${at}.hours`);
  return (
    <>
      <Choice
        label={t("tariff.when")}
        options={WHEN}
        value={hours === null ? "other" : "hours"}
        text={(when) => t(when === "hours" ? "tariff.some_hours" : "tariff.other_time")}
        onChoose={choose}
      />
      {hours === null ? null : <HourFields editor={editor} at={at} hours={hours} put={put} />}
      <details class="more">
        <summary>
          {t("tariff.for_classes")}: {classes.length === 0 ? t("tariff.all_classes") : classesText(classes)}
        </summary>
        <Toggles
          label={t("tariff.for_classes")}
          options={VEHICLE_CLASSES}
          chosen={classes}
          text={(one) => t(`class.${one}`)}
          onChoose={(next) => editor.change(put({ classes: next }))}
        />
      </details>
    </>
  );
}

function HourFields({ editor, at, hours, put }: Omit<WhenFieldsProps, "window"> & { hours: ValidPeriod }) {
  return (
    <>
      <Toggles
        class="days"
        label={t("tariff.days_of_week")}
        options={DAYS}
        chosen={hours.days}
        text={(day) => weekday(DAYS.indexOf(day))}
        // A window without a day would be none.
        onChoose={(days) => days.length > 0 && editor.change(put({ hours: { ...hours, days } }))}
      />
      <div class="form-grid tight">
        <TypedField
          editor={editor}
          at={`${at}.hours.from`}
          kind={TIME}
          label={t("tariff.from")}
          value={hours.from}
          put={(from) => put({ hours: { ...hours, from } })}
        />
        <TypedField
          editor={editor}
          at={`${at}.hours.to`}
          kind={TIME}
          label={t("tariff.to")}
          value={hours.to}
          put={(to) => put({ hours: { ...hours, to } })}
        />
      </div>
    </>
  );
}

interface TogglesProps<T extends string> {
  label: string;
  options: readonly T[];
  chosen: readonly T[];
  text: (option: T) => string;
  onChoose: (chosen: T[]) => unknown;
  class?: string;
}

/** Any number of a few, all of them in view. */
function Toggles<T extends string>({ label, options, chosen, text, onChoose, class: name = "" }: TogglesProps<T>) {
  const toggle = (option: T) =>
    onChoose(options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <fieldset class={`choice ${name}`}>
      <legend class="field-label">{label}</legend>
      <div class="options">
        {options.map((option) => (
          <Button key={option} size="sm" pressed={chosen.includes(option)} onTap={() => toggle(option)}>
            {text(option)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
