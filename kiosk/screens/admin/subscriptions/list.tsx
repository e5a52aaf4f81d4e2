import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { go } from "../../../router.ts";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { usePages } from "../parts/use-pages.ts";
import type { Agreement } from "./agreement.ts";
import { ListTable } from "./list-table.tsx";
import { SOON_DAYS } from "./standing.tsx";

/** What can be shown of the list, and how the booth is asked for it. */
const SHOWN = {
  all: "",
  active: "status=active&ended=false",
  expiring: `expiringWithinDays=${SOON_DAYS}`,
  expired: "status=active&ended=true",
  blocked: "status=blocked",
  cancelled: "status=cancelled",
} as const;
type Shown = keyof typeof SHOWN;

/** Those whose end is near or past are the ones that get extended. */
const EXTENDED: readonly Shown[] = ["expiring", "expired"];

/** Every subscription, to be found by holder, plate or card, or by how it stands. */
export function ListPage() {
  const [shown, setShown] = useState<Shown>("all");
  const [q, setQ] = useState("");
  const pages = usePages<Agreement>(pathOf(shown, q));
  const asked = shown !== "all" || q !== "";
  return (
    <AdminPage title={t("admin.area.subscriptions")} actions={may("subscription:create") ? <Ways /> : null}>
      <div class="subscription-search">
        <Input label={t("subscription.find")} type="search" value={q} onInput={setQ} maxLength={100} />
        <Choice
          label={t("subscription.show")}
          options={Object.keys(SHOWN) as Shown[]}
          value={shown}
          text={(one) => t(`subscription.show.${one}`)}
          onChoose={setShown}
        />
      </div>
      <Loaded of={{ ...pages, value: pages.items }}>
        {(items) => (
          <ListTable
            items={items}
            empty={t(asked ? "subscription.none_found" : "subscription.none")}
            extends={EXTENDED.includes(shown) && may("subscription:update")}
            onExtended={pages.reload}
          />
        )}
      </Loaded>
      {pages.more ? (
        <div>
          <Button onTap={() => run(pages.readMore)}>{t("admin.more")}</Button>
        </div>
      ) : null}
    </AdminPage>
  );
}

function pathOf(shown: Shown, q: string): string {
  const search = q.trim() === "" ? "" : `q=${encodeURIComponent(q.trim())}`;
  const query = [SHOWN[shown], search].filter((part) => part !== "").join("&");
  return query === "" ? "/api/subscriptions" : `/api/subscriptions?${query}`;
}

function Ways() {
  return (
    <>
      <Button size="lg" onTap={() => go("admin", "subscriptions", "import")}>
        {t("subscription.import")}
      </Button>
      <span class="space" />
      <Button size="lg" variant="primary" class="main" onTap={() => go("admin", "subscriptions", "new")}>
        {t("subscription.new")}
      </Button>
    </>
  );
}
