import type { ComponentChildren } from "preact";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { type View, viewsInReach } from "./views.ts";

interface CarwashFrameProps {
  view: View;
  children: ComponentChildren;
  actions?: ComponentChildren;
}

/** One view of the car wash, with the way to the others. */
export function CarwashFrame({ view, children, actions }: CarwashFrameProps) {
  return (
    <AdminPage title={t("admin.area.carwash")} actions={actions}>
      <nav class="report-views" aria-label={t("admin.area.carwash")}>
        {viewsInReach().map((one) => (
          <a key={one} href={`#/admin/carwash/${one}`} aria-current={one === view ? "page" : undefined}>
            {t(`carwash.view.${one}`)}
          </a>
        ))}
      </nav>
      {children}
    </AdminPage>
  );
}
