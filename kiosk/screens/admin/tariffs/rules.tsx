import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import { editorOf, isUnsound, showAsText } from "./editor.ts";
import { JsonRules } from "./json-rules.tsx";
import { RulesForm } from "./rules-form.tsx";
import type { TariffDraft } from "./tariff-draft.ts";

const VIEWS = ["form", "text"] as const;

/** The rules of the draft: as a form, or all of them as text. */
export function Rules({ kept }: { kept: TariffDraft }) {
  const view = kept.json === null ? "form" : "text";
  const { editor, unfit } = editorOf(kept);
  return (
    <>
      <div class="row">
        <Choice
          label={t("tariff.edit_as")}
          quiet
          options={VIEWS}
          value={view}
          text={(one) => t(one === "form" ? "tariff.as_form" : "tariff.as_text")}
          onChoose={(one) => one !== view && showAsText(kept.table, one === "text")}
        />
        {isUnsound(kept) ? <p class="soft">{t("tariff.not_taken")}</p> : null}
      </div>
      {kept.json !== null ? (
        <JsonRules text={kept.json} />
      ) : editor !== null ? (
        <RulesForm editor={editor} />
      ) : (
        <p class="form-part">{t("tariff.unfit", { name: unfit })}</p>
      )}
    </>
  );
}
