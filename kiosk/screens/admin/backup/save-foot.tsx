import { useState } from "preact/hooks";
import { readBackups } from "../../../backups.ts";
import { t, tn } from "../../../text/index.ts";
import type { Draft } from "../parts/draft.ts";
import { Question } from "../parts/question.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { type Fate, readFate } from "./fate.ts";
import type { Form } from "./form.ts";

interface SaveFootProps {
  draft: Draft<Form>;
  refusal: string | null;
}

/** Saving, with one question before copies are given up that would be kept as it is now. */
export function SaveFoot({ draft, refusal }: SaveFootProps) {
  const [asked, setAsked] = useState<{ of: string; fate: Fate } | null>(null);
  const state = JSON.stringify(draft.changes);
  const save = async () => {
    await draft.save();
    setAsked(null);
    await readBackups().catch(() => {});
  };
  const ask = async () => {
    // What the booth refuses it says again, at its field, when it is saved.
    const fate = await readFate(draft.changes).catch(() => null);
    if (fate !== null && fate.more > 0) setAsked({ of: state, fate });
    else await save();
  };
  if (asked?.of === state && draft.conflict === null)
    return (
      <Question
        danger
        question={tn("backup.sure", asked.fate.more)}
        warning={t("backup.sure.what")}
        keep={t("backup.keep")}
        onKeep={() => setAsked(null)}
        onConfirm={save}
      >
        {t("backup.do")}
      </Question>
    );
  return <SaveBar draft={draft} save={t("backup.save")} refusal={refusal} onSave={ask} />;
}
