import type { DayReport, RevenueReport } from "../../../../common/api/reports.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { DayClose } from "./day-close.tsx";
import { DaySums } from "./day-sums.tsx";
import { addDays, dateText, isDate, today } from "./days.ts";
import { ExceptionTiles } from "./exception-tiles.tsx";
import { rangeOf } from "./range.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { ReportPage } from "./report-page.tsx";
import { TakeAway } from "./take-away.tsx";
import { useFresh } from "./use-fresh.ts";
import { useReport } from "./use-report.ts";
import { goTo, hrefOf } from "./ways.ts";

/** The report of one day, as it was signed: `#/admin/reports/day/<date>`. */
export function Day({ path: [wanted = ""] }: { path: readonly string[] }) {
  const last = today();
  const date = isDate(wanted) && wanted <= last ? wanted : last;
  const path = `/api/reports/day?date=${date}`;
  const report = useLoad(() => get<DayReport>(path), path);
  useFresh(report.reload, date === last);
  return (
    <ReportPage
      view="day"
      range={rangeOf(`${date}..${date}`)}
      aside={
        <div class="row">
          <TakeAway path={path} />
          <ReceiptPaper path="/api/reports/day" body={{ date }} />
        </div>
      }
    >
      <DayChoice date={date} last={last} />
      <Loaded of={report}>{(loaded) => <WholeDay report={loaded} />}</Loaded>
    </ReportPage>
  );
}

function DayChoice({ date, last }: { date: string; last: string }) {
  return (
    <div class="day-choice">
      <a class="button sm" href={hrefOf("day", addDays(date, -1))}>
        <span>
          <span aria-hidden="true" class="arrow">
            ‹
          </span>{" "}
          {t("reports.day.previous")}
        </span>
      </a>
      <Input
        label={t("reports.day.date")}
        type="date"
        ltr
        value={date}
        onInput={(chosen) => isDate(chosen) && chosen <= last && goTo("day", chosen)}
      />
      {date < last ? (
        <a class="button sm" href={hrefOf("day", addDays(date, 1))}>
          <span>
            {t("reports.day.next")}{" "}
            <span aria-hidden="true" class="arrow">
              ›
            </span>
          </span>
        </a>
      ) : null}
    </div>
  );
}

function WholeDay({ report }: { report: DayReport }) {
  const { date, lengthHours } = report;
  const range = rangeOf(`${date}..${date}`);
  const tariffs = useReport<RevenueReport>("revenue", range, "by=tariff");
  const names = new Map((tariffs.value?.rows ?? []).map(({ key, name }) => [key, name]));
  return (
    <>
      <h2>{dateText(date)}</h2>
      <DayClose report={report} />
      {lengthHours === 24 ? null : <p class="notice-line">{t("reports.day.length", { hours: lengthHours })}</p>}
      <ExceptionTiles sums={report.exceptions} range={range} />
      <DaySums report={report} tariffName={(id) => names.get(id) ?? id} />
    </>
  );
}
