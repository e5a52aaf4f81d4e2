import type { ValidPeriod } from "../../../../common/pricing/model.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import type { PartProps } from "./agreement.ts";
import { HoursRow } from "./hours-row.tsx";

const WHICH = ["all", "some"] as const;
const OFFICE_HOURS: ValidPeriod = { days: ["mon", "tue", "wed", "thu", "fri"], from: "07:00", to: "19:00" };

/** At which times its cars may stand here. */
export function HoursField({ terms, problems, onChange }: PartProps) {
  const { hours } = terms;
  const setHours = (next: ValidPeriod[]) => onChange({ hours: next.length === 0 ? undefined : next });
  return (
    <section class="form-part">
      <Choice
        label={t("subscription.hours")}
        options={WHICH}
        value={hours === undefined ? "all" : "some"}
        text={(one) => t(`subscription.hours.${one}`)}
        onChoose={(one) => onChange({ hours: one === "all" ? undefined : (hours ?? [OFFICE_HOURS]) })}
      />
      {(hours ?? []).map((period, at) => (
        <HoursRow
          key={at}
          period={period}
          problem={problems[`hours.${at}.from`] ?? problems[`hours.${at}.to`] ?? problems[`hours.${at}`]}
          onChange={(next) => setHours((hours ?? []).map((other, i) => (i === at ? next : other)))}
          onRemove={() => setHours((hours ?? []).filter((_, i) => i !== at))}
        />
      ))}
      {hours === undefined ? null : (
        <div>
          <Button size="sm" onTap={() => setHours([...hours, { ...OFFICE_HOURS, days: ["sat"] }])}>
            {t("subscription.add_hours")}
          </Button>
        </div>
      )}
    </section>
  );
}
