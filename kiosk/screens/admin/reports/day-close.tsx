import type { DayReport } from "../../../../common/api/reports.ts";
import { Pill } from "../../../parts/pill.tsx";
import { timeOfDay } from "../../../parts/values.tsx";
import { duration } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { dateText, siteDate } from "./days.ts";
import { Entry } from "./exception-columns.tsx";

/** Whether the day was signed, when, and by how much too late. */
export function DayClose({ report: { closed } }: { report: DayReport }) {
  if (closed === null) {
    return (
      <div class="row">
        <Pill glyph="◔">{t("reports.day.open")}</Pill>
      </div>
    );
  }
  const { number, seq, at, late, lateSeconds } = closed;
  const time = `${dateText(siteDate(Date.parse(at)), true)} ${timeOfDay(at, true)}`;
  return (
    <div class="row">
      {late ? (
        <Pill tone="warn" glyph="▲">
          {t("reports.day.late", { time: duration(lateSeconds * 1000) })}
        </Pill>
      ) : (
        <Pill tone="ok" glyph="✓">
          {t("reports.day.signed")}
        </Pill>
      )}
      <span>{t("reports.day.close", { number, time })}</span>
      <span class="entry-link">
        <Entry seq={seq}>{t("reports.day.entry", { seq })}</Entry>
      </span>
    </div>
  );
}
