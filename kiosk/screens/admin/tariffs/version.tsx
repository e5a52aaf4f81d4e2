import type { Tariff } from "../../../../common/api/tariffs.ts";
import { second } from "../../../clock.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Moment } from "../parts/moment.tsx";
import { AdminPage } from "../parts/page.tsx";
import { CaseTable } from "./case-table.tsx";
import { StatePill } from "./list.tsx";
import { placeOfSite } from "./place.ts";
import { PriceChart } from "./price-chart.tsx";
import { casesOf } from "./problems.ts";
import { ReplayFigures } from "./replay-figures.tsx";
import { RuleSheet } from "./rule-sheet.tsx";
import { useTrial } from "./trial.ts";
import { VersionActions } from "./version-actions.tsx";
import { stateOf, usePublisher, useVersion, useVersions } from "./versions.ts";

/** One published version, to be read. */
export function VersionPage({ id }: { id: string }) {
  const version = useVersion(id);
  const versions = useVersions();
  const tariff = version.value;
  const title = tariff === undefined ? t("tariff.version") : t("tariff.fact", tariff);
  const state = tariff && versions.items ? stateOf(tariff, versions.items, second.value) : null;
  return (
    <AdminPage
      title={title}
      aside={state ? <StatePill state={state} /> : null}
      actions={tariff ? <VersionActions tariff={tariff} versions={versions.items ?? []} /> : null}
    >
      {state === "next" ? <p class="soft">{t("tariff.cannot_withdraw")}</p> : null}
      <Loaded of={version}>{(one) => <Version tariff={one} />}</Loaded>
    </AdminPage>
  );
}

function Version({ tariff }: { tariff: Tariff }) {
  const { currency, timezone } = placeOfSite();
  const publisher = usePublisher();
  const { trial } = useTrial();
  const cases = casesOf(tariff.rateTable, currency, timezone);
  return (
    <>
      <p>
        {t("tariff.in_force_from")} <Moment at={tariff.effectiveFrom} /> · {t("tariff.published")}{" "}
        <Moment at={tariff.publishedAt} /> · {publisher(tariff.publishedBy)}
        {tariff.note ? ` · ${tariff.note}` : null}
      </p>
      <RuleSheet table={tariff.rateTable} />
      <PriceChart
        trial={trial}
        next={{ name: t("tariff.version_n", { version: tariff.version }), table: tariff.rateTable }}
      />
      {cases.length > 0 ? <CaseTable cases={cases} /> : null}
      {tariff.replay ? (
        <section class="form-part">
          <h2>{t("tariff.replayed")}</h2>
          <ReplayFigures replay={tariff.replay} />
        </section>
      ) : may("report:read") ? (
        <p class="soft">{t("tariff.not_replayed")}</p>
      ) : null}
    </>
  );
}
