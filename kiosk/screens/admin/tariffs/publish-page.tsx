import { useState } from "preact/hooks";
import type { Tariff } from "../../../../common/api/tariffs.ts";
import { now } from "../../../clock.ts";
import { Button } from "../../../parts/button.tsx";
import { zone } from "../../../session.ts";
import { t, tn } from "../../../text/index.ts";
import { Check, Input } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { instantOfWall, wallAfter, wallClockOf } from "../parts/site-time.ts";
import { CaseTable } from "./case-table.tsx";
import { Clashes } from "./clashes.tsx";
import { Differences } from "./differences.tsx";
import { refusalOf } from "./draft-state.ts";
import { NoDraft } from "./no-draft.tsx";
import { placeOfSite } from "./place.ts";
import { changedCases } from "./problems.ts";
import { PublishActions } from "./publish-actions.tsx";
import { mayReplay, ReplayDaysChoice, replayOf } from "./replay.tsx";
import { ReplayFigures } from "./replay-figures.tsx";
import { changeDraft, draft, type TariffDraft } from "./tariff-draft.ts";
import { type Publishing, usePublish } from "./use-publish.ts";
import { useVersion } from "./versions.ts";
import { WallField } from "./wall-field.tsx";

/** What publishing the draft brings, before it is done: it cannot be taken back. */
export function PublishPage() {
  const kept = draft.value;
  return kept === null ? <NoDraft /> : <Publish kept={kept} />;
}

function Publish({ kept }: { kept: TariffDraft }) {
  const based = useVersion(kept.basedOn.id);
  const publishing = usePublish(kept);
  const wall = kept.effective ?? wallAfter(wallClockOf(now(), zone.value), 1, "00:00");
  const effectiveFrom = instantOfWall(wall, zone.value);
  const past = effectiveFrom !== null && Date.parse(effectiveFrom) < now();
  const refusal = refusalOf(kept) ?? (effectiveFrom === null || past ? t("tariff.refused.date") : null);
  return (
    <AdminPage
      title={t("tariff.publish_title", { name: kept.table.name })}
      actions={
        <PublishActions {...{ publishing, refusal, effectiveFrom }} old={based.value?.rateTable} next={kept.table} />
      }
    >
      <p class="soft">{t("tariff.publish_final")}</p>
      <Clashes clashes={publishing.clashes} version={kept.basedOn.version} />
      <section class="form-part">
        <WallField
          label={t("tariff.in_force_from")}
          helper={t("tariff.effective_what")}
          value={wall}
          error={past || publishing.problems.effectiveFrom ? t("tariff.date_past") : null}
          onChange={(effective) => changeDraft({ effective })}
        />
        <Input
          label={t("note")}
          helper={t("tariff.note_what")}
          value={kept.note}
          error={publishing.problems.note}
          onInput={(note) => changeDraft({ note })}
        />
      </section>
      <KeptReplay kept={kept} publishing={publishing} />
      <Loaded of={based}>{(tariff) => <Changes kept={kept} based={tariff} />}</Loaded>
    </AdminPage>
  );
}

/** The replay that goes into the ledger with the version; the booth makes it itself when it publishes. */
function KeptReplay({ kept, publishing }: { kept: TariffDraft; publishing: Publishing }) {
  const found = replayOf(kept.table);
  if (!mayReplay()) return null;
  return (
    <section class="form-part">
      <Check label={t("tariff.replay_keep")} checked={publishing.withReplay} onChange={publishing.setWithReplay} />
      {publishing.withReplay ? <ReplayDaysChoice value={publishing.days} onChoose={publishing.setDays} /> : null}
      {found === null ? <p class="soft">{t("tariff.replay_not_yet")}</p> : <ReplayFigures replay={found} />}
    </section>
  );
}

function Changes({ kept, based }: { kept: TariffDraft; based: Tariff }) {
  const { currency, timezone } = placeOfSite();
  const [all, setAll] = useState(false);
  const changed = changedCases(based.rateTable, kept.table, currency, timezone);
  const same = (kept.table.cases ?? []).length - changed.length;
  return (
    <>
      <Differences
        old={{ name: t("tariff.version_n", based), table: based.rateTable }}
        next={{ name: t("tariff.draft"), table: kept.table }}
      />
      <p>
        {tn("tariff.cases_changed", changed.length)} · {tn("tariff.cases_same", same)}
      </p>
      {changed.length > 0 && !all ? <Button onTap={() => setAll(true)}>{t("tariff.show_cases")}</Button> : null}
      {all ? <CaseTable cases={changed} /> : null}
    </>
  );
}
