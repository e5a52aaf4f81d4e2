import { useState } from "preact/hooks";
import type { SiteConfig } from "../../../../common/api/site.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { BypassWarning } from "./bypass-warning.tsx";
import { Money } from "./money.tsx";
import { Presence } from "./presence.tsx";
import { Privacy } from "./privacy.tsx";
import { Profile } from "./profile.tsx";
import { Receipt } from "./receipt.tsx";

/** The site's configuration but for its modules, which have a page of their own. */
export function SiteForm() {
  const draft = useDraft<SiteConfig>("/api/site-config");
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const mark = (field: string, isWrong: boolean) =>
    setWrong((before) => [...before.filter((one) => one !== field), ...(isWrong ? [field] : [])]);
  const mayChange = may("site:update");
  return (
    <AdminPage
      title={t("admin.area.site")}
      actions={
        mayChange ? (
          <SaveBar draft={draft} save={t("site.save")} refusal={wrong.length > 0 ? t("site.numbers") : null} />
        ) : null
      }
    >
      {mayChange ? null : <p class="soft">{t("site.read_only")}</p>}
      <Loaded of={draft}>
        {(site) => {
          const part = { draft, site, mark };
          return (
            <fieldset class="site-form" disabled={!mayChange}>
              <BypassWarning stored={draft.stored} />
              <Profile {...part} />
              <Money {...part} />
              <Receipt {...part} />
              <Presence {...part} />
              <Privacy {...part} />
            </fieldset>
          );
        }}
      </Loaded>
    </AdminPage>
  );
}
