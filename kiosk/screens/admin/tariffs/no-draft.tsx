import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

/** Where a draft was looked for and there is none: it was published, or dropped. */
export function NoDraft() {
  return (
    <AdminPage
      title={t("tariff.draft")}
      actions={
        <>
          <span class="space" />
          <Button size="lg" variant="primary" class="main" onTap={() => go("admin", "tariffs")}>
            {t("tariff.to_list")}
          </Button>
        </>
      }
    >
      <p>{t("tariff.no_draft")}</p>
    </AdminPage>
  );
}
