import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { remember, terminal } from "../../../terminal.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { decimals } from "./numbers.ts";
import { SizesTable } from "./sizes-table.tsx";

/** How large everything is on this screen, as far as that is known. */
export function Size() {
  const { scale, mmPerPx } = terminal.value;
  const reset = () => {
    remember({ scale: 1 });
    toast(t("screen.reset_done"));
  };
  return (
    <section class="form-part">
      <h2>{t("screen.size")}</h2>
      <p>{t("screen.size_now", { scale: decimals(scale, 2) })}</p>
      {mmPerPx === null ? (
        <p class="soft">{t("screen.unmeasured")}</p>
      ) : (
        <SizesTable mmPerPx={mmPerPx} scales={[{ title: t("screen.now"), scale }]} />
      )}
      <div class="row">
        <Button hint={t("screen.measure_with")} onTap={() => go("admin", "screen", "measure")}>
          {t("screen.measure")}
        </Button>
        {scale === 1 ? null : <Button onTap={reset}>{t("screen.reset")}</Button>}
      </div>
    </section>
  );
}
