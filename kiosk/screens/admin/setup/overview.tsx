import { setupNeeds } from "../../../../common/setup-needs.ts";
import { Pill } from "../../../parts/pill.tsx";
import { timeOfDay } from "../../../parts/values.tsx";
import { zone } from "../../../session.ts";
import { day } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { Finish } from "./finish.tsx";
import { Grid } from "./grid.tsx";
import { Missing } from "./missing.tsx";
import { Sampling } from "./sampling.tsx";
import type { Setup } from "./use-setup.ts";

/** Every lane with its devices, how they stand now, and what is missing until setup can be finished. */
export function Overview({ setup, reload }: { setup: Setup; reload: () => void }) {
  const { state, catalog } = setup;
  const needs = setupNeeds(state.lanes);
  return (
    <AdminPage
      title={t("admin.area.setup")}
      aside={<Standing completedAt={state.completedAt} />}
      actions={<Finish state={state} missing={needs.length} onDone={reload} />}
    >
      <Grid lanes={state.lanes} catalog={catalog} />
      <Missing needs={needs} lanes={state.lanes} />
      <Sampling />
    </AdminPage>
  );
}

function Standing({ completedAt }: { completedAt: string | null }) {
  if (completedAt === null) return <span class="soft">{t("setup.resumes")}</span>;
  const when = { day: day(completedAt, zone.value), time: timeOfDay(completedAt) };
  return (
    <Pill tone="ok" glyph="✓">
      {t("setup.finished_at", when)}
    </Pill>
  );
}
