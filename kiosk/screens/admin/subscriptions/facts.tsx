import type { ComponentChildren } from "preact";
import { DAYS } from "../../../../common/pricing/duration.ts";
import type { ValidPeriod } from "../../../../common/pricing/model.ts";
import { Ltr } from "../../../parts/values.tsx";
import { listed } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { spacedPlate } from "../../bench/plates.ts";
import type { Agreement } from "./agreement.ts";
import { dayText, firstDay, lastDay, weekdayText } from "./days.ts";
import { useLaneNames } from "./lanes-field.tsx";

/** The agreement to read, for whoever may not change it. */
export function Facts({ of }: { of: Agreement }) {
  const names = useLaneNames(of.lanes);
  return (
    <section class="form-part">
      <h2>{t("subscription.terms")}</h2>
      <dl class="facts">
        <Fact name={t("subscription.plates")}>{membersText(of.plates.map(spacedPlate))}</Fact>
        <Fact name={t("subscription.cards")}>{membersText(of.credentials)}</Fact>
        <Fact name={t("subscription.from")}>{dayText(firstDay(of.validFrom))}</Fact>
        <Fact name={t("subscription.to")}>{dayText(lastDay(of.validTo))}</Fact>
        <Fact name={t("subscription.cars")}>{of.carsInside}</Fact>
        <Fact name={t("subscription.passback")}>{t(`subscription.passback.${of.antiPassback}`)}</Fact>
        <Fact name={t("subscription.lanes")}>
          {of.lanes == null ? t("subscription.lanes.all") : listed(of.lanes.map((id) => names.get(id) ?? id))}
        </Fact>
        <Fact name={t("subscription.hours")}>{of.hours?.map(hoursText) ?? t("subscription.hours.all")}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function membersText(names: readonly string[]): ComponentChildren {
  return names.length === 0 ? t("subscription.none_of_these") : names.map((name) => <Ltr key={name}>{name} </Ltr>);
}

function hoursText({ days, from, to }: ValidPeriod): ComponentChildren {
  const named = days.map((day) => weekdayText(DAYS.indexOf(day))).join(" ");
  const line = t("subscription.hours_line", { days: named, from, to });
  return <div key={line}>{line}</div>;
}
