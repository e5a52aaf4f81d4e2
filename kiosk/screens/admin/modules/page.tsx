import { useState } from "preact/hooks";
import type { SiteConfig } from "../../../../common/api/site.ts";
import { MODULE_IDS, type ModuleId } from "../../../../common/modules.ts";
import { may } from "../../../session.ts";
import { listed } from "../../../text/format.ts";
import { t, tn } from "../../../text/index.ts";
import { type Draft, useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Question } from "../parts/question.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { ModuleRow, type State } from "./module-row.tsx";
import { type Plan, planOf, wantedOf } from "./plan.ts";

/** What can be switched on at this booth, and what saving it brings with it. */
export function ModulesPage() {
  const draft = useDraft<SiteConfig>("/api/site-config");
  const mayChange = may("site:update");
  const choose = (site: SiteConfig, id: ModuleId, state: State) => {
    const others = wantedOf(site).filter((one) => one !== id);
    const wanted = state === "on" ? [...others, id] : others;
    draft.change({ modulesActivated: MODULE_IDS.filter((one) => wanted.includes(one)) });
  };
  return (
    <AdminPage title={t("admin.area.modules")} actions={mayChange ? <Foot draft={draft} /> : null}>
      {mayChange ? null : <p class="soft">{t("site.read_only")}</p>}
      <Loaded of={draft}>
        {(site) => (
          <ul class="modules">
            {MODULE_IDS.map((id) => (
              <ModuleRow
                key={id}
                id={id}
                site={site}
                wanted={wantedOf(site).includes(id)}
                mayChange={mayChange}
                onChoose={(state) => choose(site, id, state)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** Saving, with one question before something is switched off. */
function Foot({ draft }: { draft: Draft<SiteConfig> }) {
  const [asking, setAsking] = useState(false);
  if (draft.stored === undefined || draft.value === undefined) return <SaveBar draft={draft} />;
  const plan = planOf(draft.stored, draft.value);
  const save = async () => {
    await draft.save({ modules: plan.wanted });
    setAsking(false);
  };
  const off = listed(plan.off.map((id) => t(`module.${id}`)));
  if (asking && off !== "" && draft.conflict === null)
    return (
      <Question
        danger
        question={t("modules.sure", { modules: off })}
        warning={t("modules.sure.what")}
        keep={t("modules.keep")}
        onKeep={() => setAsking(false)}
        onConfirm={save}
      >
        {t("modules.do", { modules: off })}
      </Question>
    );
  return (
    <SaveBar
      draft={draft}
      save={t("modules.save")}
      summary={draft.dirty ? summaryOf(plan) : null}
      refusal={refusalOf(plan)}
      onSave={off === "" ? save : () => setAsking(true)}
    />
  );
}

function summaryOf({ flips }: Plan): string {
  return flips.length === 0 ? t("modules.same") : tn("modules.changes", flips.length);
}

/** What the booth would refuse, said before it has to. */
function refusalOf({ lacking: [first] }: Plan): string | null {
  if (first === undefined) return null;
  return t("modules.missing", { module: t(`module.${first.module}`), needed: t(`module.${first.needed}`) });
}
