import type { Tariff } from "../../../../common/api/tariffs.ts";
import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Differences } from "./differences.tsx";
import { PriceChart } from "./price-chart.tsx";
import { useTrial } from "./trial.ts";
import { TrialFields } from "./trial-fields.tsx";
import { useVersion } from "./versions.ts";

/** Two versions beside each other: what differs in words, and what that makes of the prices. */
export function ComparePage({ older, newer }: { older: string; newer: string }) {
  const before = useVersion(older);
  const after = useVersion(newer);
  return (
    <AdminPage
      title={t("tariff.compare")}
      actions={
        <>
          <span class="space" />
          <Button size="lg" onTap={() => go("admin", "tariffs")}>
            {t("tariff.to_list")}
          </Button>
        </>
      }
    >
      <Loaded of={before}>
        {(old) => <Loaded of={after}>{(next) => <Compared before={old} after={next} />}</Loaded>}
      </Loaded>
    </AdminPage>
  );
}

function Compared({ before, after }: { before: Tariff; after: Tariff }) {
  const { trial, change } = useTrial();
  const old = { name: t("tariff.version_n", before), table: before.rateTable };
  const next = { name: t("tariff.version_n", after), table: after.rateTable };
  return (
    <>
      <Differences old={old} next={next} />
      <section class="form-part">
        <TrialFields trial={trial} change={change} />
      </section>
      <PriceChart trial={trial} old={old} next={next} />
    </>
  );
}
