import { useRef } from "preact/hooks";
import { now } from "../../../clock.ts";
import { Button } from "../../../parts/button.tsx";
import { Ltr } from "../../../parts/values.tsx";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { TextArea } from "../parts/fields.tsx";
import { COLUMNS, exampleFile, readCsv } from "./csv-file.ts";
import { firstDay } from "./days.ts";

interface ImportSourceProps {
  csv: string;
  problem: string | null;
  onChange: (csv: string, problem: string | null) => void;
}

/** Where the rows come from: a file, or what is pasted. */
export function ImportSource({ csv, problem, onChange }: ImportSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = async () => {
    const file = input.current?.files?.[0];
    if (input.current === null || file === undefined) return;
    const read = await readCsv(file);
    // The same file, mended, can be chosen again.
    input.current.value = "";
    if ("text" in read) onChange(read.text, null);
    else onChange("", read.problem);
  };
  const example = () => onChange(exampleFile(firstDay(new Date(now()).toISOString()).slice(0, 4)), null);
  return (
    <section class="form-part">
      <div class="row">
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,text/csv"
          aria-label={t("import.file")}
          onChange={() => run(choose)}
        />
        <Button onTap={() => input.current?.click()}>{t("import.choose")}</Button>
        <Button onTap={example}>{t("import.example")}</Button>
      </div>
      <TextArea
        label={t("import.text")}
        helper={t("import.text_help")}
        value={csv}
        rows={8}
        code
        error={problem}
        onInput={(text) => onChange(text, null)}
      />
      <p class="soft">{t("import.columns")}</p>
      <ul class="chips">
        {COLUMNS.map(({ name, needed }) => (
          <li key={name} class="pill">
            <Ltr>
              <code>{name}</code>
            </Ltr>
            {needed ? <strong>{t("import.needed")}</strong> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
