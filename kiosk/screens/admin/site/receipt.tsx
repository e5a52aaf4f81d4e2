import { PAPER_COLUMNS } from "../../../../common/paper.ts";
import { t } from "../../../text/index.ts";
import { TextArea } from "../parts/fields.tsx";
import type { PartProps } from "./part.ts";
import { Preview } from "./preview.tsx";

/** What stands above and below what was paid, beside how it will look. */
export function Receipt({ draft, site }: PartProps) {
  return (
    <section class="form-part" aria-label={t("site.receipt")}>
      <h2>{t("site.receipt")}</h2>
      <div class="site-receipt">
        <div class="site-column">
          <TextArea
            label={t("site.field.receiptHeader")}
            value={site.receiptHeader}
            helper={tooLong(site.receiptHeader)}
            error={draft.problems.receiptHeader}
            maxLength={500}
            onInput={(receiptHeader) => draft.change({ receiptHeader })}
          />
          <TextArea
            label={t("site.field.receiptFooter")}
            value={site.receiptFooter}
            helper={tooLong(site.receiptFooter)}
            error={draft.problems.receiptFooter}
            maxLength={500}
            onInput={(receiptFooter) => draft.change({ receiptFooter })}
          />
        </div>
        <Preview site={site} />
      </div>
    </section>
  );
}

/** A longer line is no mistake, but the printer breaks it anywhere. */
function tooLong(text: string): string | null {
  const long = text.split("\n").some((line) => line.trimEnd().length > PAPER_COLUMNS);
  return long ? t("site.preview.long", { columns: PAPER_COLUMNS }) : null;
}
