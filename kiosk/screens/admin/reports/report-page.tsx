import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { may, moduleActive } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { type Range, rangeOf } from "./range.ts";
import { hrefOf, VIEWS, type View } from "./ways.ts";

interface ReportPageProps {
  view: View;
  /** The days it is about, where it is about some. */
  range?: Range;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** The days looked at last: another kind of report is shown for them too. */
const lastRange = signal<string | undefined>(undefined);

/** One kind of report, with the way to the others. */
export function ReportPage({ view, range, aside, children }: ReportPageProps) {
  const days = range?.id ?? lastRange.value;
  useEffect(() => {
    lastRange.value = days;
  }, [days]);
  return (
    <AdminPage title={t(`reports.view.${view}`)} aside={aside}>
      <nav class="report-views" aria-label={t("reports.views")}>
        {VIEWS.filter(isInReach).map((one) => (
          <a key={one} href={addressOf(one, days)} aria-current={one === view ? "page" : undefined}>
            {t(`reports.view.${one}`)}
          </a>
        ))}
      </nav>
      {children}
    </AdminPage>
  );
}

function isInReach(view: View): boolean {
  if (view === "shifts") return may("shift:read");
  return view !== "validations" || moduleActive("validation");
}

/** A day's report is shown for the last of the days; shifts are listed whenever they were. */
function addressOf(view: View, days: string | undefined): string {
  if (days === undefined || view === "shifts") return hrefOf(view);
  return hrefOf(view, view === "day" ? rangeOf(days).to : days);
}
