import { ANTI_PASSBACK } from "../../../../common/words.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Stepper } from "../../../parts/stepper.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import type { PartProps } from "./agreement.ts";
import { dayText, firstDay, lastDay, oddEnd } from "./days.ts";

const MOST_CARS = 1000;

/** From when to when, for how many cars, and how strictly. */
export function Validity({ terms, stored, problems, onChange }: PartProps) {
  const oddTime = oddEnd(terms.validTo);
  // A day that is put back as it was is no change, although the booth keeps instants.
  const setFrom = (day: string) =>
    onChange({ validFrom: stored && firstDay(stored.validFrom) === day ? stored.validFrom : day });
  const setTo = (day: string) =>
    onChange({ validTo: stored && lastDay(stored.validTo) === day ? stored.validTo : day });
  return (
    <section class="form-part">
      <h2>{t("subscription.terms")}</h2>
      <div class="form-grid">
        <Input
          label={t("subscription.from")}
          type="date"
          value={firstDay(terms.validFrom)}
          helper={inWords(firstDay(terms.validFrom))}
          error={problems.validFrom}
          onInput={setFrom}
        />
        <Input
          label={t("subscription.to")}
          type="date"
          value={lastDay(terms.validTo)}
          helper={oddTime === null ? inWords(lastDay(terms.validTo)) : t("subscription.to_exact", { time: oddTime })}
          error={problems.validTo}
          onInput={setTo}
        />
      </div>
      <Stepper
        label={t("subscription.cars")}
        value={terms.carsInside}
        least={1}
        most={MOST_CARS}
        onChange={(carsInside) => onChange({ carsInside })}
      />
      <div>
        <Choice
          label={t("subscription.passback")}
          options={ANTI_PASSBACK}
          value={terms.antiPassback}
          text={(one) => t(`subscription.passback.${one}`)}
          onChoose={(antiPassback) => onChange({ antiPassback })}
        />
        <p class="field-helper">{t("subscription.passback_help")}</p>
      </div>
    </section>
  );
}

/** The browser writes a date its own way, month or day first: in words it is the same for everybody. */
function inWords(day: string): string | undefined {
  return day === "" ? undefined : dayText(day);
}
