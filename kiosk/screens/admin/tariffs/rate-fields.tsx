import { t } from "../../../text/index.ts";
import { Check } from "../parts/fields.tsx";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { MONEY, PERIOD, TypedField } from "./typed-field.tsx";
import type { Rate, Step } from "./window-form.ts";

interface RateFieldsProps {
  editor: Editor;
  at: string;
  rate: Rate;
  put: (rate: Rate) => DailyForm;
}

/** How much: once for the window, or by started increments. */
export function RateFields({ editor, at, rate, put }: RateFieldsProps) {
  if (rate.kind === "flat")
    return (
      <TypedField
        editor={editor}
        at={`${at}.value`}
        kind={MONEY}
        label={t("tariff.flat_price")}
        value={rate.value}
        put={(value) => put({ kind: "flat", value })}
      />
    );
  const { first, next } = rate;
  const apart = (on: boolean) => editor.change(put({ ...rate, first: on ? next : null }), `${at}.first`);
  return (
    <>
      <Check label={t("tariff.first_apart")} checked={first !== null} onChange={apart} />
      {first === null ? null : (
        <StepFields
          editor={editor}
          at={`${at}.first`}
          labels={[t("tariff.first_price"), t("tariff.first_period")]}
          step={first}
          put={(step) => put({ ...rate, first: step })}
        />
      )}
      <StepFields
        editor={editor}
        at={`${at}.next`}
        labels={[t(first === null ? "tariff.price" : "tariff.next_price"), t("tariff.next_period")]}
        step={next}
        put={(step) => put({ ...rate, next: step })}
      />
    </>
  );
}

interface StepFieldsProps {
  editor: Editor;
  at: string;
  labels: readonly [price: string, period: string];
  step: Step;
  put: (step: Step) => DailyForm;
}

function StepFields({ editor, at, labels: [price, period], step, put }: StepFieldsProps) {
  return (
    <div class="form-grid tight">
      <TypedField
        editor={editor}
        at={`${at}.value`}
        kind={MONEY}
        label={price}
        value={step.value}
        put={(value) => put({ ...step, value })}
      />
      <TypedField
        editor={editor}
        at={`${at}.minutes`}
        kind={PERIOD}
        label={period}
        value={step.minutes}
        put={(minutes) => put({ ...step, minutes })}
      />
    </div>
  );
}
