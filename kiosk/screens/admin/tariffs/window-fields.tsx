import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import { CapField } from "./cap-field.tsx";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { PerFields } from "./per-fields.tsx";
import { RateFields } from "./rate-fields.tsx";
import { capText, classesText, lineText, periodText } from "./rule-words.ts";
import { NAME, TypedField } from "./typed-field.tsx";
import { WhenFields } from "./when-fields.tsx";
import { linesOf, type WindowForm } from "./window-form.ts";

interface WindowFieldsProps {
  editor: Editor;
  window: WindowForm;
  index: number;
}

const KINDS = ["time", "flat"] as const;

/** One window of the week: when, for whom, how much. */
export function WindowFields({ editor, window, index }: WindowFieldsProps) {
  const { form, change } = editor;
  const at = `windows.${index}`;
  // The window of most hours is what is changed most; and nothing that is wrong is folded away.
  const [opened, setOpened] = useState(index === form.windows.length - 1);
  const wrong = Object.entries(editor.typed).some(([place, { ok }]) => !ok && place.startsWith(`${at}.`));
  const put = (part: Partial<WindowForm>): DailyForm => ({
    ...form,
    windows: form.windows.map((one, i) => (i === index ? { ...one, ...part } : one)),
  });
  const chooseKind = (kind: (typeof KINDS)[number]) => {
    if (kind === window.rate.kind) return;
    const value = window.rate.kind === "flat" ? window.rate.value : window.rate.next.value;
    const rate: WindowForm["rate"] =
      kind === "flat" ? { kind, value } : { kind, first: null, next: { minutes: 60, value } };
    change(put({ rate }), `${at}.rate`);
  };
  return (
    <details class="form-part window" open={opened || wrong} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <h2>{window.name}</h2>
        <span class="soft">{summaryOf(window)}</span>
      </summary>
      <TypedField
        editor={editor}
        at={`${at}.name`}
        kind={NAME}
        label={t("tariff.window_called")}
        value={window.name}
        put={(name) => put({ name })}
      />
      <WhenFields editor={editor} at={at} window={window} put={put} />
      <Choice
        label={t("tariff.priced")}
        options={KINDS}
        value={window.rate.kind}
        text={(kind) => t(`tariff.priced.${kind}`)}
        onChoose={chooseKind}
      />
      <RateFields editor={editor} at={`${at}.rate`} rate={window.rate} put={(rate) => put({ rate })} />
      <CapField
        editor={editor}
        at={`${at}.cap`}
        label={t("tariff.cap_window")}
        cap={window.cap}
        put={(cap) => put({ cap })}
      />
      {window.cap === null && window.rate.kind === "time" ? null : (
        <PerFields
          editor={editor}
          at={`${at}.per`}
          label={t(window.rate.kind === "flat" ? "tariff.flat_counts" : "tariff.cap_counts")}
          per={window.per}
          put={(per) => put({ per })}
          onChange={change}
        />
      )}
      <Order {...{ editor, window, index }} />
    </details>
  );
}

/** A window in one line, as a price list has it. */
function summaryOf({ hours, rate, cap, per, classes }: WindowForm): string {
  const parts = [
    hours === null ? t("tariff.other_time") : periodText(hours),
    ...(classes.length > 0 ? [classesText(classes)] : []),
    ...linesOf(rate).map(lineText),
    ...(cap === null ? [] : [capText(cap, per)]),
  ];
  return parts.join(" · ");
}

/** The first window that fits a moment prices it, so their order counts. */
function Order({ editor, window, index }: WindowFieldsProps) {
  const { form, change } = editor;
  const without = form.windows.filter((_, i) => i !== index);
  const remove = () => change({ ...form, windows: without }, "windows.");
  const raise = () => change({ ...form, windows: without.toSpliced(index - 1, 0, window) }, "windows.");
  if (form.windows.length < 2) return null;
  return (
    <div class="row">
      {index > 0 ? (
        <Button size="sm" label={t("tariff.move_up", { name: window.name })} onTap={raise}>
          {t("tariff.earlier")}
        </Button>
      ) : null}
      <span class="space" />
      <Button size="sm" label={t("tariff.remove_window", { name: window.name })} onTap={remove}>
        {t("tariff.remove")}
      </Button>
    </div>
  );
}
