import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import type { PartProps } from "./form.ts";

/** Where the copies go. */
export function Target({ draft, form }: Omit<PartProps, "mark">) {
  return (
    <section class="form-part" aria-label={t("backup.target")}>
      <h2>{t("backup.target")}</h2>
      <Input
        ltr
        label={t("site.field.backupTargetDir")}
        helper={t("backup.target.help")}
        value={form.targetDir ?? ""}
        maxLength={1000}
        error={draft.problems.targetDir}
        onInput={(typed) => draft.change({ targetDir: typed.trim() === "" ? null : typed })}
      />
    </section>
  );
}
