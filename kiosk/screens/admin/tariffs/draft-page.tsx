import { useState } from "preact/hooks";
import type { Tariff } from "../../../../common/api/tariffs.ts";
import { Button } from "../../../parts/button.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { go } from "../../../router.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { DraftCases } from "./draft-cases.tsx";
import { refusalOf } from "./draft-state.ts";
import { NoDraft } from "./no-draft.tsx";
import { PriceChart } from "./price-chart.tsx";
import { Problems } from "./problem-list.tsx";
import { Replay } from "./replay.tsx";
import { Rules } from "./rules.tsx";
import { Simulator } from "./simulator.tsx";
import { changeDraft, draft, dropDraft, type TariffDraft, textOfTable } from "./tariff-draft.ts";
import { useTrial } from "./trial.ts";
import { useVersion } from "./versions.ts";

/** The draft of the next version: its rules at the start, what they make of prices at the end. */
export function DraftPage() {
  const kept = draft.value;
  return kept === null ? <NoDraft /> : <Editing kept={kept} />;
}

function Editing({ kept }: { kept: TariffDraft }) {
  const based = useVersion(kept.basedOn.id);
  return (
    <AdminPage
      title={t("tariff.draft_title", { name: kept.table.name })}
      aside={<p class="soft">{t("tariff.draft_of", { version: kept.basedOn.version })}</p>}
      actions={<DraftActions kept={kept} />}
    >
      <Loaded of={based}>{(tariff) => <Desk kept={kept} based={tariff} />}</Loaded>
    </AdminPage>
  );
}

function Desk({ kept, based }: { kept: TariffDraft; based: Tariff }) {
  const { trial, change } = useTrial();
  const { table } = kept;
  const old = { name: t("tariff.version_n", based), table: based.rateTable };
  const { enter, exit, vehicleClass } = trial;
  const keepCase = (expect: number) =>
    changeTable(kept, { ...table, cases: [...(table.cases ?? []), { enter, exit, vehicleClass, expect }] });
  return (
    <>
      <p class="soft">{t("tariff.kept_here")}</p>
      <div class="tariff-desk">
        <div class="tariff-side">
          <Rules kept={kept} />
        </div>
        <div class="tariff-side watched">
          <Problems kept={kept} />
          <PriceChart trial={trial} old={old} next={{ name: t("tariff.draft"), table }} />
        </div>
      </div>
      <Simulator trial={trial} change={change} old={old} table={table} onKeep={keepCase} />
      <DraftCases table={table} onChange={(cases) => changeTable(kept, { ...table, cases })} />
      <Replay table={table} refusal={refusalOf(kept, { casesToo: false })} />
    </>
  );
}

/** Takes another table; where the text is on the screen it is written anew. */
function changeTable(kept: TariffDraft, table: TariffDraft["table"]): void {
  changeDraft(kept.json === null ? { table } : { table, json: textOfTable(table) });
}

function DraftActions({ kept }: { kept: TariffDraft }) {
  const [asking, setAsking] = useState(false);
  const drop = () => {
    go("admin", "tariffs");
    dropDraft();
  };
  if (asking)
    return (
      <Confirm
        question={t("tariff.drop_ask")}
        warning={t("tariff.drop_final")}
        keep={t("tariff.keep_draft")}
        danger
        onKeep={() => setAsking(false)}
        onConfirm={drop}
      >
        {t("tariff.drop_draft")}
      </Confirm>
    );
  return (
    <>
      <Button size="lg" variant="danger" onTap={() => setAsking(true)}>
        {t("tariff.drop_draft")}
      </Button>
      <span class="space" />
      <Button
        size="lg"
        variant="primary"
        class="main"
        refusal={refusalOf(kept)}
        onTap={() => go("admin", "tariffs", "draft", "publish")}
      >
        {t("tariff.to_publish")}
      </Button>
    </>
  );
}
