import { DAYS } from "../../../../common/pricing/duration.ts";
import type { ValidPeriod } from "../../../../common/pricing/model.ts";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { TimeInput } from "../parts/time-input.tsx";
import { weekdayText } from "./days.ts";

interface HoursRowProps {
  period: ValidPeriod;
  problem: string | undefined;
  onChange: (period: ValidPeriod) => void;
  onRemove: () => void;
}

/** Days of the week, and from when to when on each of them. */
export function HoursRow({ period, problem, onChange, onRemove }: HoursRowProps) {
  const { days, from, to } = period;
  const toggle = (day: (typeof DAYS)[number]) =>
    onChange({ ...period, days: DAYS.filter((one) => (one === day) !== days.includes(one)) });
  return (
    <fieldset class="hours-row">
      <legend class="unseen">{t("subscription.hours")}</legend>
      <fieldset class="options">
        <legend class="field-label">{t("subscription.days")}</legend>
        {DAYS.map((day, place) => (
          <Button key={day} size="sm" keepFocus pressed={days.includes(day)} onTap={() => toggle(day)}>
            {weekdayText(place)}
          </Button>
        ))}
      </fieldset>
      <div class="hours-times">
        <TimeInput
          label={t("subscription.hours_from")}
          value={from}
          error={problem}
          onInput={(next) => onChange({ ...period, from: next })}
        />
        <TimeInput
          label={t("subscription.hours_to")}
          value={to === "24:00" ? "00:00" : to}
          helper={nextDay(period) ? t("subscription.hours_next_day") : undefined}
          onInput={(next) => onChange({ ...period, to: next })}
        />
        <Button size="sm" class="beside-box" onTap={onRemove}>
          {t("subscription.remove_hours")}
        </Button>
      </div>
    </fieldset>
  );
}

/** An end at or before the beginning lies on the next day; midnight needs no word. */
function nextDay({ from, to }: ValidPeriod): boolean {
  return from !== "" && to !== "" && to !== "00:00" && to <= from;
}
