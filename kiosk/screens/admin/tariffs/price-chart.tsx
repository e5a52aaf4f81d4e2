import { useMemo } from "preact/hooks";
import { type PriceStep, priceCurve } from "../../../../common/price-curve.ts";
import type { RateTable } from "../../../../common/rate-table.ts";
import { price } from "../../../parts/values.tsx";
import { clockTime, day, duration } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import type { Scale } from "../parts/chart.tsx";
import { ChartOrTable } from "../parts/chart-or-table.tsx";
import { ReadableChart } from "../parts/readable-chart.tsx";
import { type Axis, axisTo } from "../parts/scale.ts";
import { instantOfWall } from "../parts/site-time.ts";
import { type CurveRow, cornersOf, rowsOf } from "./curve-rows.ts";
import { CurveTable } from "./curve-table.tsx";
import { placeOfSite } from "./place.ts";
import type { Trial } from "./trial.ts";
import { useSettled } from "./use-settled.ts";

/** Rules with the name they have beside others. */
export interface Named {
  name: string;
  table: RateTable;
}

interface PriceChartProps {
  /** When and with what the stays begin. */
  trial: Trial;
  old?: Named | undefined;
  next: Named;
}

const HOUR_SECONDS = 3600;
const HOURS: Axis = {
  from: 0,
  to: 24 * HOUR_SECONDS,
  ticks: [0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => ({ at: hour * HOUR_SECONDS, text: `${hour} h` })),
};

/** What stays of up to a day cost by their length: until now dashed, the new rules beside it. */
export function PriceChart({ trial, old, next }: PriceChartProps) {
  const { timezone } = placeOfSite();
  const enteredAt = instantOfWall(trial.enter, timezone);
  const before = useCurve(old?.table, enteredAt, trial);
  const after = useCurve(useSettled(next.table), enteredAt, trial);
  if (enteredAt === null || after === null) return <p class="soft">{t("tariff.curve_needs")}</p>;
  const arriving = `${day(enteredAt, timezone)} ${clockTime(enteredAt, timezone)}`;
  const title = t("tariff.curve");
  const which = t("tariff.curve_of", { arriving, class: t(`class.${trial.vehicleClass}`) });
  const rows = rowsOf(before, after);
  const most = Math.max(...rows.map((row) => Math.max(...amountsOf(row))));
  return (
    <ChartOrTable
      title={title}
      chart={
        <div>
          <ReadableChart
            label={`${title}: ${which}`}
            x={HOURS}
            y={axisTo(most, (amount) => price(amount, true))}
            spans={rows.map((row) => ({ from: row.from, to: row.to, text: rowText(row, old?.name, next.name) }))}
          >
            {(scale) => (
              <>
                <CurveLine steps={after} scale={scale} />
                {before ? <CurveLine steps={before} scale={scale} dashed /> : null}
              </>
            )}
          </ReadableChart>
          <Legend which={which} old={old?.name} next={next.name} />
        </div>
      }
      table={<CurveTable caption={`${title}: ${which}`} rows={rows} old={old?.name} next={next.name} />}
    />
  );
}

function amountsOf({ old, next }: CurveRow): number[] {
  return [old?.first ?? 0, old?.amount ?? 0, next.first, next.amount];
}

/** What a stay of some length costs, by each of the rules. */
function rowText({ to, old, next }: CurveRow, oldName: string | undefined, nextName: string): string {
  const parts = [
    `${t("tariff.stay_up_to")} ${duration(to * 1000)}`,
    `${nextName} ${price(next.amount)}`,
    ...(old === null || oldName === undefined ? [] : [`${oldName} ${price(old.amount)}`]),
  ];
  return parts.join(" · ");
}

/** The curve of rules for stays that begin then; null where there is none to be drawn. */
function useCurve(table: RateTable | undefined, enteredAt: string | null, { vehicleClass }: Trial): PriceStep[] | null {
  const place = placeOfSite();
  return useMemo(
    () => (table === undefined || enteredAt === null ? null : priceCurve(table, { enteredAt, vehicleClass, ...place })),
    [table, enteredAt, vehicleClass, place.currency, place.timezone],
  );
}

function CurveLine({ steps, scale, dashed = false }: { steps: PriceStep[]; scale: Scale; dashed?: boolean }) {
  const points = cornersOf(steps).map(([seconds, amount]) => `${scale.x(seconds)} ${scale.y(amount)}`);
  return <path class={`chart-path ${dashed ? "dashed" : ""}`} d={`M${points.join("L")}`} />;
}

/** Which curve is which where there are two, and of which stays they are. */
function Legend({ which, old, next }: { which: string; old: string | undefined; next: string }) {
  return (
    <p class="legend">
      {old === undefined ? null : (
        <>
          <LegendMark /> {next} <LegendMark dashed /> {old}
        </>
      )}
      <span class="soft">{which}</span>
    </p>
  );
}

function LegendMark({ dashed = false }: { dashed?: boolean }) {
  return (
    <svg width="36" height="12" aria-hidden="true">
      <path class={`chart-path ${dashed ? "dashed" : ""}`} d="M0 6H36" />
    </svg>
  );
}
