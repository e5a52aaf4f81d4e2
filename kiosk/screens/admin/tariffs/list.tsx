import type { Tariff } from "../../../../common/api/tariffs.ts";
import { second } from "../../../clock.ts";
import { Button } from "../../../parts/button.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { go } from "../../../router.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Moment } from "../parts/moment.tsx";
import { AdminPage } from "../parts/page.tsx";
import { beginDraft, draft } from "./tariff-draft.ts";
import { inForce, stateOf, usePublisher, useVersions, type VersionState } from "./versions.ts";

const LOOKS = {
  now: { tone: "ok", glyph: "●" },
  next: { tone: "accent", glyph: "◔" },
  past: { tone: "neutral", glyph: "–" },
} as const;

/** Every published version, newest first, and the way to the next one. */
export function VersionList() {
  const versions = useVersions();
  const publisher = usePublisher();
  const items = versions.items;
  return (
    <AdminPage
      title={t("admin.area.tariffs")}
      actions={items && may("tariff:update") ? <ToDraft versions={items} /> : null}
    >
      <p class="soft">{t("tariff.list_what")}</p>
      <Loaded of={{ value: items, error: versions.error, reload: versions.reload }}>
        {(rows) => (
          <DataTable
            caption={t("tariff.versions")}
            columns={columnsOf(rows, publisher)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      {versions.more ? <Button onTap={versions.readMore}>{t("admin.more")}</Button> : null}
    </AdminPage>
  );
}

function columnsOf(rows: readonly Tariff[], publisher: (id: string) => string): Column<Tariff>[] {
  const at = second.value;
  return [
    {
      id: "version",
      title: t("tariff.version"),
      cell: ({ id, version, name }) => (
        <a href={`#/admin/tariffs/${id}`}>{t("tariff.version_name", { version, name })}</a>
      ),
    },
    { id: "state", title: t("tariff.state"), cell: (row) => <StatePill state={stateOf(row, rows, at)} /> },
    { id: "from", title: t("tariff.in_force_from"), cell: ({ effectiveFrom }) => <Moment at={effectiveFrom} /> },
    { id: "by", title: t("tariff.published_by"), cell: ({ publishedBy }) => publisher(publishedBy) },
    { id: "note", title: t("note"), cell: ({ note }) => note ?? "" },
  ];
}

export function StatePill({ state }: { state: VersionState }) {
  return <Pill {...LOOKS[state]}>{t(`tariff.state.${state}`)}</Pill>;
}

/** On with the draft there is, or a new one from the version that is newest. */
function ToDraft({ versions }: { versions: readonly Tariff[] }) {
  const kept = draft.value;
  const newest = versions[0] ?? inForce(versions, second.peek());
  const open = () => go("admin", "tariffs", "draft");
  const begin = () => {
    if (newest !== undefined) beginDraft(newest);
    open();
  };
  return (
    <>
      <p class="save-summary soft">
        {kept === null ? null : t("tariff.draft_waits", { version: kept.basedOn.version })}
      </p>
      <Button size="lg" variant="primary" class="main" onTap={kept === null ? begin : open}>
        {t(kept === null ? "tariff.new_draft" : "tariff.continue_draft")}
      </Button>
    </>
  );
}
