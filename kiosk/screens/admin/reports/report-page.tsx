import type { ComponentChildren } from "preact";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { hrefOf, VIEWS, type View } from "./ways.ts";

interface ReportPageProps {
  view: View;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** One kind of report, with the way to the others. */
export function ReportPage({ view, aside, children }: ReportPageProps) {
  return (
    <AdminPage title={t(`reports.view.${view}`)} aside={aside}>
      <nav class="report-views" aria-label={t("reports.views")}>
        {VIEWS.filter((one) => one !== "shifts" || may("shift:read")).map((one) => (
          <a key={one} href={hrefOf(one)} aria-current={one === view ? "page" : undefined}>
            {t(`reports.view.${one}`)}
          </a>
        ))}
      </nav>
      {children}
    </AdminPage>
  );
}
