import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { Look } from "./look.tsx";
import { MeasurePage } from "./measure.tsx";
import { Size } from "./size.tsx";
import { Sounds } from "./sounds.tsx";

/** How this screen looks and sounds: for everybody, at once, and kept by this terminal alone. */
export function ScreenPage({ path: [which, ...further] }: { path: readonly string[] }) {
  if (which === "measure" && further.length === 0) return <MeasurePage />;
  if (which !== undefined) return <AdminPage title={t("admin.area.screen")}>{t("admin.unknown")}</AdminPage>;
  return (
    <AdminPage title={t("admin.area.screen")}>
      <p class="soft">{t("screen.about")}</p>
      <div class="screen-parts">
        <Look />
        <div class="screen-column">
          <Sounds />
          <Size />
        </div>
      </div>
    </AdminPage>
  );
}
