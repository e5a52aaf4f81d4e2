import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import type { PartProps } from "./part.ts";
import { WholeField } from "./whole-field.tsx";

/** How long plates are kept, and the way to erase one before that. */
export function Privacy({ draft, site, mark }: PartProps) {
  return (
    <section class="form-part" aria-label={t("site.privacy")}>
      <h2>{t("site.privacy")}</h2>
      <div class="form-grid">
        <WholeField
          label={t("site.field.plateRetentionDays")}
          helper={t("site.retention.help")}
          unit={t("site.days")}
          value={site.plateRetentionDays}
          least={1}
          most={3650}
          wrong={t("site.days.wrong")}
          error={draft.problems.plateRetentionDays}
          onWrong={(wrong) => mark("plateRetentionDays", wrong)}
          onChange={(days) => days !== null && draft.change({ plateRetentionDays: days })}
        />
        {may("site:update") ? (
          <div class="site-erase">
            <p>{t("site.erase.what")}</p>
            <a class="button sm danger" href="#/admin/site/erase">
              {t("site.erase.go")}
            </a>
          </div>
        ) : null}
      </div>
    </section>
  );
}
