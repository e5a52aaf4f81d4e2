import { problemText, t } from "../../../text/index.ts";
import { TextArea } from "../parts/fields.tsx";
import { typeTable } from "./editor.ts";
import { readTable } from "./json-table.ts";

/** The whole rate table as text, checked as it is typed. */
export function JsonRules({ text }: { text: string }) {
  const { broken } = readTable(text);
  const error =
    broken === null || broken.problems.length > 0
      ? null
      : broken.line === null
        ? t("tariff.json_broken")
        : t("tariff.json_broken_line", { line: broken.line });
  return (
    <section class="form-part" aria-label={t("tariff.as_text")}>
      <TextArea
        label={t("tariff.json_label")}
        helper={t("tariff.json_helper")}
        code
        rows={22}
        value={text}
        error={broken !== null && broken.problems.length > 0 ? t("tariff.json_problems") : error}
        onInput={typeTable}
      />
      <ul class="json-problems">
        {(broken?.problems ?? []).slice(0, 10).map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <code dir="ltr">{path}</code> {problemText(message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
