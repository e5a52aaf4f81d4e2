import { useState } from "preact/hooks";
import { t } from "../../../text/index.ts";
import { useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Back } from "./back.tsx";
import { Doomed } from "./doomed.tsx";
import type { Form } from "./form.ts";
import { Retention } from "./retention.tsx";
import { SaveFoot } from "./save-foot.tsx";
import { Schedule } from "./schedule.tsx";
import { Target } from "./target.tsx";

/** When backups are made, where they go, and how many are kept. */
export function SettingsPage() {
  const draft = useDraft<Form>("/api/backup/config");
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const mark = (field: string, isWrong: boolean) =>
    setWrong((before) => [...before.filter((one) => one !== field), ...(isWrong ? [field] : [])]);
  const foot = <SaveFoot draft={draft} refusal={wrong.length > 0 ? t("backup.correct") : null} />;
  return (
    <AdminPage title={t("backup.settings")} aside={<Back />} actions={foot}>
      <Loaded of={draft}>
        {(form) => (
          <>
            <Retention draft={draft} form={form} mark={mark} />
            <Doomed changes={draft.changes} />
            <Schedule draft={draft} form={form} mark={mark} />
            <Target draft={draft} form={form} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}
