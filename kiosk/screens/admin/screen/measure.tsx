import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { remember, terminal } from "../../../terminal.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { AdminPage } from "../parts/page.tsx";
import { CardBox } from "./card-box.tsx";
import { decimals } from "./numbers.ts";
import { CARD_MM, isCapped, scaleFor } from "./scale.ts";
import { SizesTable } from "./sizes-table.tsx";
import { useView } from "./use-view.ts";

/** Where most screens of a booth begin, in mm per CSS px. */
const USUAL = 0.25;

/** A card against the screen tells how large its pixels are, and so how large everything should be. */
export function MeasurePage() {
  const { scale, mmPerPx } = terminal.value;
  const [widthPx, setWidth] = useState(Math.round(CARD_MM.width / (mmPerPx ?? USUAL)));
  const view = useView();
  const measured = CARD_MM.width / widthPx;
  const fitting = scaleFor(measured, view);
  const text = decimals(fitting, 2);
  const use = () => {
    remember({ scale: fitting, mmPerPx: measured });
    toast(t("screen.used", { scale: text }));
    go("admin", "screen");
  };
  return (
    <AdminPage
      title={t("screen.measure_title")}
      aside={
        <a href="#/admin/screen" class="admin-way">
          <span aria-hidden="true" class="arrow">
            ‹
          </span>{" "}
          {t("screen.back")}
        </a>
      }
      actions={
        <>
          <span class="space" />
          <Button size="lg" variant="primary" class="main" onTap={use}>
            {t("screen.use", { scale: text })}
          </Button>
        </>
      }
    >
      <p>
        <strong>{t("screen.hold")}</strong> <span class="soft">{t("screen.any_card")}</span>
      </p>
      <div class="card-measure">
        <CardBox widthPx={widthPx} onChange={setWidth} />
        <div class="card-effect">
          <SizesTable
            mmPerPx={measured}
            scales={[
              { title: t("screen.now"), scale },
              { title: t("screen.then", { scale: text }), scale: fitting },
            ]}
          />
          {isCapped(measured, view) ? <p class="soft">{t("screen.capped")}</p> : null}
        </div>
      </div>
    </AdminPage>
  );
}
