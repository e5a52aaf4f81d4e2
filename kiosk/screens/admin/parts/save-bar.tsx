import type { ComponentChildren } from "preact";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import type { Draft } from "./draft.ts";

interface SaveBarProps<T> {
  draft: Draft<T>;
  /** What saving brings with it, such as "+2 −1 · 4 users". */
  summary?: ComponentChildren;
  save?: string;
  /** Why this cannot be saved now, where it is not for want of changes. */
  refusal?: string | null | undefined;
  /** A second line of the button to save, while it can be used. */
  hint?: string | undefined;
  /** Buttons for what is wise to do before saving. */
  before?: ComponentChildren;
  onSave?: () => unknown;
}

/** The foot of a form: what is about to be saved, or that somebody else was faster. */
export function SaveBar<T>({ draft, summary, save, refusal, hint, before, onSave }: SaveBarProps<T>) {
  if (draft.conflict !== null) return <Conflict draft={draft} />;
  const reason = refusal ?? (draft.dirty ? null : t("admin.nothing_changed"));
  return (
    <>
      <p class="save-summary">{summary}</p>
      {before}
      {draft.dirty ? (
        <Button size="lg" onTap={draft.discard}>
          {t("admin.discard")}
        </Button>
      ) : null}
      <Button
        size="lg"
        variant="primary"
        class="main"
        refusal={reason}
        hint={hint}
        onTap={onSave ?? (() => draft.save())}
      >
        {save ?? t("admin.save")}
      </Button>
    </>
  );
}

/** Two people changed the same thing: nothing is overwritten before somebody says so. */
function Conflict<T>({ draft }: { draft: Draft<T> }) {
  return (
    <>
      <p class="save-summary" role="alert">
        <strong>
          <span aria-hidden="true">▲ </span>
          {t("conflict.title")}
        </strong>{" "}
        {t("conflict.what")}
      </p>
      <Button size="lg" hint={t("conflict.theirs_hint")} onTap={draft.takeTheirs}>
        {t("conflict.theirs")}
      </Button>
      <Button size="lg" hint={t("conflict.mine_hint")} onTap={draft.keepMine}>
        {t("conflict.mine")}
      </Button>
    </>
  );
}
