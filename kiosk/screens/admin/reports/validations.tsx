import type { ReportedValidation, ValidationReport } from "../../../../common/api/validations.ts";
import { VALIDATION_STATIONS } from "../../../../common/modules.ts";
import { get } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { Ltr } from "../../../parts/values.tsx";
import { run } from "../../../run.ts";
import { moduleActive } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { ruleText, stationName } from "../../validate/words.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Select } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { usePages } from "../parts/use-pages.ts";
import { Entry, When } from "./exception-columns.tsx";
import { isLive, queryOf, type Range, rangeOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { ReportPage } from "./report-page.tsx";
import { TakeAway } from "./take-away.tsx";
import { useFresh } from "./use-fresh.ts";
import { goTo } from "./ways.ts";

const PAGE = 50;
const ALL = "all";

/** What stations gave, the last first: `#/admin/reports/validations/<range>/<station>`. */
export function Validations({ path: [rangeId, station = ALL] }: { path: readonly string[] }) {
  if (!moduleActive("validation")) return <ReportPage view="validations">{t("admin.module_off")}</ReportPage>;
  const range = rangeOf(rangeId);
  const path = `/api/validation?${queryOf(range)}${station === ALL ? "" : `&station=${encodeURIComponent(station)}`}`;
  return (
    <ReportPage view="validations" range={range} aside={<TakeAway path={path} />}>
      <RangeBar range={range} onChoose={(id) => goTo("validations", id, ...(station === ALL ? [] : [station]))} />
      <StationFilter range={range} station={station} />
      <Given path={path} live={isLive(range)} />
    </ReportPage>
  );
}

/** The stations there are, and those that gave something in this period before they were retired. */
function StationFilter({ range, station }: { range: Range; station: string }) {
  const path = `/api/validation?${queryOf(range)}&limit=1`;
  const { value, reload } = useLoad(() => get<ValidationReport>(path), path);
  useFresh(reload, isLive(range));
  const sums = new Map((value?.summary ?? []).map((sum) => [sum.station, sum.count]));
  const stations = new Set([...VALIDATION_STATIONS, ...sums.keys(), ...(station === ALL ? [] : [station])]);
  const text = (one: string) =>
    one === ALL
      ? t("reports.validations.all")
      : t("reports.validations.of", { station: knownName(one), n: sums.get(one) ?? 0 });
  return (
    <Select
      class="kind-filter"
      label={t("reports.validations.station")}
      value={station}
      options={[ALL, ...stations]}
      text={text}
      onChoose={(one) => goTo("validations", range.id, ...(one === ALL ? [] : [one]))}
    />
  );
}

function Given({ path, live }: { path: string; live: boolean }) {
  const pages = usePages<ReportedValidation>(path);
  // Whoever has gone further back is not thrown to the beginning.
  useFresh(pages.reload, live && (pages.items?.length ?? 0) <= PAGE);
  return (
    <Loaded of={{ value: pages.items, error: pages.error, reload: pages.reload }}>
      {(items) => (
        <>
          <DataTable
            caption={t("reports.view.validations")}
            columns={columns()}
            rows={items}
            keyOf={({ seq }) => seq}
            empty={t("reports.validations.none")}
          />
          {pages.more ? <Button onTap={() => run(pages.readMore)}>{t("admin.more")}</Button> : null}
        </>
      )}
    </Loaded>
  );
}

function columns(): Column<ReportedValidation>[] {
  return [
    { id: "at", title: t("reports.column.when"), cell: ({ at }) => <When at={at} /> },
    { id: "station", title: t("reports.validations.station"), cell: ({ station }) => knownName(station) },
    {
      id: "ticket",
      title: t("reports.column.ticket"),
      numeric: true,
      cell: ({ ticket }) => <Ltr class="number">#{ticket}</Ltr>,
    },
    { id: "rule", title: t("reports.column.takes_off"), cell: ({ rule }) => ruleText(rule) },
    { id: "who", title: t("reports.column.who"), cell: ({ actor }) => actor.name },
    { id: "entry", title: t("reports.column.entry"), numeric: true, cell: ({ seq }) => <Entry seq={seq} /> },
  ];
}

/** A station as people call it; one that no longer validates says so. */
function knownName(id: string): string {
  const isKnown = (VALIDATION_STATIONS as readonly string[]).includes(id);
  return isKnown ? stationName(id) : t("reports.validations.retired", { station: stationName(id) });
}
