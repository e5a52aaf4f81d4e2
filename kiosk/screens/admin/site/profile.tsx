import { LANGUAGES } from "../../../../common/words.ts";
import { t } from "../../../text/index.ts";
import { Input, Select, TextArea } from "../parts/fields.tsx";
import type { PartProps } from "./part.ts";

/** What the site is called, where it lies, and what its customers read. */
export function Profile({ draft, site }: PartProps) {
  return (
    <section class="form-part" aria-label={t("site.profile")}>
      <h2>{t("site.profile")}</h2>
      <div class="form-grid">
        <Input
          label={t("site.field.name")}
          value={site.name}
          error={draft.problems.name}
          onInput={(name) => draft.change({ name })}
        />
        <Select
          label={t("site.field.language")}
          value={site.language}
          options={LANGUAGES}
          text={(language) => t(`language.${language}`)}
          error={draft.problems.language}
          onChoose={(language) => draft.change({ language })}
        />
      </div>
      <TextArea
        label={t("site.field.address")}
        helper={t("site.address.help")}
        rows={2}
        value={site.address}
        error={draft.problems.address}
        maxLength={500}
        onInput={(address) => draft.change({ address })}
      />
    </section>
  );
}
