import type { ComponentChildren } from "preact";
import type { Collection, RateTable } from "../../../../common/rate-table.ts";
import { price } from "../../../parts/values.tsx";
import { listed } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import {
  capText,
  classesText,
  lineText,
  percentText,
  periodText,
  perText,
  spanText,
  validationText,
} from "./rule-words.ts";
import { perOf } from "./window-form.ts";

/** All rules of a rate table, to be read. */
export function RuleSheet({ table }: { table: RateTable }) {
  const windows = [...table.collections].sort((a, b) => a.sequence - b.sequence);
  return (
    <div class="tariff-desk">
      <section class="form-part">
        <h2>{t("tariff.basics")}</h2>
        <dl class="rules">
          <Rule name={t("tariff.member.freeMinutes")}>{t("duration.min", { min: table.freeMinutes })}</Rule>
          <Rule name={t("tariff.member.graceAfterPaymentMinutes")}>
            {t("duration.min", { min: table.graceAfterPaymentMinutes })}
          </Rule>
          <Rule name={t("tariff.member.flat")}>{price(table.lostTicket.flat)}</Rule>
          {table.maxValue === undefined ? null : (
            <Rule name={t("tariff.cap_all")}>
              {price(table.maxValue)} {perText(perOf(table))}
            </Rule>
          )}
          {Object.entries(table.validations).map(([station, validation]) => (
            <Rule key={station} name={t("tariff.station", { station })}>
              {validationText(validation)}
            </Rule>
          ))}
          <Rule name={t("tariff.tax")}>
            {percentText(table.taxRate)} {t(table.taxIncluded ? "tariff.tax_included" : "tariff.tax_on_top")}
          </Rule>
          <Rule name={t("tariff.rounding")}>
            {listed([t(`tariff.mode.${table.rounding.mode}`), price(table.rounding.unit)])}
          </Rule>
        </dl>
      </section>
      <div class="tariff-side">
        {windows.map((collection) => (
          <Window key={collection.sequence} collection={collection} />
        ))}
      </div>
    </div>
  );
}

function Window({ collection }: { collection: Collection }) {
  const { name, lines, vehicleClasses = [], maxValue } = collection;
  return (
    <section class="form-part">
      <h2>{name}</h2>
      <p class="soft">
        {whenText(collection)}
        {vehicleClasses.length > 0 ? ` · ${classesText(vehicleClasses)}` : null}
      </p>
      <ul class="rule-lines">
        {[...lines]
          .sort((a, b) => a.sequence - b.sequence)
          .map((line) => (
            <li key={line.sequence}>{lineText(line)}</li>
          ))}
        {collection.minValue === undefined ? null : (
          <li>{t("tariff.at_least", { amount: price(collection.minValue) })}</li>
        )}
        {maxValue === undefined ? null : <li>{capText(maxValue, perOf(collection))}</li>}
      </ul>
    </section>
  );
}

/** When a collection prices: by the clock, or by where a stay begins and ends. */
function whenText(collection: Collection): string {
  const { crossing, validPeriods = [], entryPeriods = [], exitPeriods = [], minTime, maxTime } = collection;
  if (crossing === "split") return validPeriods.map(periodText).join("; ") || t("tariff.other_time");
  const entry = entryPeriods.length > 0 ? entryPeriods : validPeriods;
  const conditions = [
    ...(entry.length > 0 ? [t("tariff.when.entry", { hours: entry.map(periodText).join("; ") })] : []),
    ...(exitPeriods.length > 0 ? [t("tariff.when.exit", { hours: exitPeriods.map(periodText).join("; ") })] : []),
    ...(minTime ? [t("tariff.when.longer", { span: spanText(minTime) })] : []),
    ...(maxTime ? [t("tariff.when.shorter", { span: spanText(maxTime) })] : []),
  ];
  return `${t("tariff.when.whole")} ${listed(conditions)}`;
}

function Rule({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
