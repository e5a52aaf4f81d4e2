import { type Price, price as priceStay } from "../../../../common/pricing.ts";
import type { RateTable } from "../../../../common/rate-table.ts";
import { Button } from "../../../parts/button.tsx";
import { Money, price } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { lineText } from "../../bench/line-text.ts";
import { Check } from "../parts/fields.tsx";
import { placeOfSite } from "./place.ts";
import type { Named } from "./price-chart.tsx";
import { instantsOf, type Trial } from "./trial.ts";
import { TrialFields } from "./trial-fields.tsx";

interface SimulatorProps {
  trial: Trial;
  change: (part: Partial<Trial>) => void;
  old?: Named | undefined;
  table: RateTable;
  /** Keeps the stay and its price as a case of the draft. */
  onKeep: (expect: number) => void;
}

/** What one stay would cost, line by line. */
export function Simulator({ trial, change, old, table, onKeep }: SimulatorProps) {
  const now = priceOf(table, trial);
  const before = old === undefined ? null : priceOf(old.table, trial);
  const stations = Object.keys(table.validations);
  const toggle = (station: string, on: boolean) =>
    change({ validations: on ? [...trial.validations, station] : trial.validations.filter((one) => one !== station) });
  return (
    <section class="form-part" aria-label={t("tariff.simulator")}>
      <h2>{t("tariff.simulator")}</h2>
      <TrialFields trial={trial} change={change} withExit error={now === null ? t("tariff.trial_order") : null} />
      <div class="row">
        {stations.map((station) => (
          <Check
            key={station}
            label={t("tariff.station", { station })}
            checked={trial.validations.includes(station)}
            onChange={(on) => toggle(station, on)}
          />
        ))}
      </div>
      {now === null ? null : <Bill bill={now} />}
      <div class="row">
        {before === null || old === undefined ? null : (
          <p class="soft">{t("tariff.was", { name: old.name, amount: price(before.amount) })}</p>
        )}
        <span class="space" />
        {now === null || trial.validations.length > 0 ? null : (
          <Button onTap={() => onKeep(now.amount)}>{t("tariff.keep_case", { amount: price(now.amount) })}</Button>
        )}
      </div>
    </section>
  );
}

/** Null where the trial is no stay. */
function priceOf(table: RateTable, trial: Trial): Price | null {
  const place = placeOfSite();
  const instants = instantsOf(trial, place.timezone);
  const { vehicleClass, validations } = trial;
  return instants === null ? null : priceStay(table, { ...instants, vehicleClass, validations, ...place });
}

function Bill({ bill }: { bill: Price }) {
  return (
    <div class="bill" role="status">
      {bill.lines.map((line, at) => (
        <p key={at}>
          <span>{lineText(line)}</span>
          <Money amount={line.amount} />
        </p>
      ))}
      <p class="bill-total">
        <span>{t("tariff.total")}</span>
        <Money amount={bill.amount} />
      </p>
    </div>
  );
}
