import { Button } from "../../../parts/button.tsx";
import { run } from "../../../run.ts";
import { zone } from "../../../session.ts";
import { t, tn } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { filter, pathOf } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { Rows } from "./rows.tsx";
import { useEntries } from "./use-entries.ts";
import { useFresh } from "./use-fresh.ts";
import { Verdict } from "./verdict.tsx";
import { startVerification, verification } from "./verification.ts";

/** The ledger, newest entry first. */
export function LedgerList() {
  const entries = useEntries(pathOf(filter.value, zone.value));
  const news = useFresh(filter.value);
  const shown = entries.value?.items[0]?.seq ?? (entries.value === undefined ? Number.POSITIVE_INFINITY : 0);
  const fresh = news.fresh.filter((seq) => seq > shown).length;
  const showFresh = async () => {
    await entries.reload();
    document.querySelector(".ledger-day a")?.scrollIntoView({ block: "center" });
  };
  return (
    <AdminPage
      title={t("admin.area.ledger")}
      aside={
        <Button size="sm" busy={verification.value.state === "running"} onTap={startVerification}>
          {t("ledger.verify")}
        </Button>
      }
    >
      <Verdict />
      <Filters />
      {fresh === 0 ? null : (
        <div class="ledger-fresh" role="status">
          <Button size="sm" keepFocus onTap={showFresh}>
            {tn("ledger.fresh", fresh)}
          </Button>
        </div>
      )}
      <Loaded of={entries}>
        {({ items, context }) => (
          <Rows events={items} context={{ ...context, voidedBy: { ...context.voidedBy, ...news.voidedBy } }} />
        )}
      </Loaded>
      {entries.more ? <Button onTap={() => run(entries.readMore)}>{t("admin.more")}</Button> : null}
    </AdminPage>
  );
}
