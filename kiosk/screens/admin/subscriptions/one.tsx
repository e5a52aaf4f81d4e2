import { useState } from "preact/hooks";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { useDraft } from "../parts/draft.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { type Agreement, bodyOf, lackOf } from "./agreement.ts";
import { type Asking, AskingFoot } from "./asking.tsx";
import { Back } from "./back.tsx";
import { nameOf } from "./extend.ts";
import { Facts } from "./facts.tsx";
import { TermsForm } from "./form.tsx";
import { State } from "./state.tsx";

/** One subscription: how it stands, and what is agreed, to read or to change. */
export function OnePage({ id }: { id: string }) {
  const draft = useDraft<Agreement>(`/api/subscriptions/${encodeURIComponent(id)}`);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { stored, value } = draft;
  const mayChange = may("subscription:update");
  if (stored === undefined || value === undefined)
    return (
      <AdminPage title={t("admin.area.subscriptions")} aside={<Back />}>
        <Loaded of={draft}>{() => null}</Loaded>
      </AdminPage>
    );
  const asks = asking !== null && draft.conflict === null;
  const foot = asks ? (
    <AskingFoot what={asking} draft={draft} stored={stored} onEnd={() => setAsking(null)} />
  ) : (
    <SaveBar
      draft={draft}
      refusal={draft.dirty ? lackOf(value, stored.holder === null) : null}
      onSave={() => draft.save(bodyOf(draft.changes))}
    />
  );
  return (
    <AdminPage title={nameOf(stored)} aside={<Back />} actions={mayChange ? foot : null}>
      <State draft={draft} stored={stored} onAsk={setAsking} />
      {mayChange ? (
        <TermsForm terms={value} stored={stored} problems={draft.problems} onChange={draft.change} />
      ) : (
        <Facts of={stored} />
      )}
    </AdminPage>
  );
}
