import { Button } from "../../../parts/button.tsx";
import { price } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Check, Select } from "../parts/fields.tsx";
import { CapField } from "./cap-field.tsx";
import type { DailyForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { PerFields } from "./per-fields.tsx";
import { StationFields } from "./station-fields.tsx";
import { MINUTES, MONEY, NAME, PERCENT, TypedField } from "./typed-field.tsx";
import { WindowFields } from "./window-fields.tsx";
import type { WindowForm } from "./window-form.ts";

const MODES = ["up", "down", "nearest"] as const;
const UNITS = [1, 5, 10, 50, 100];

/** The rules that sites use daily. */
export function RulesForm({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  return (
    <>
      <Basics editor={editor} />
      {form.windows.map((window, index) => (
        <WindowFields key={index} editor={editor} window={window} index={index} />
      ))}
      <Button onTap={() => change({ ...form, windows: [newWindow(form), ...form.windows] }, "windows.")}>
        {t("tariff.add_window")}
      </Button>
      <StationFields editor={editor} />
      <TaxAndRounding editor={editor} />
    </>
  );
}

function Basics({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const field = <K extends keyof DailyForm>(member: K) => ({
    editor,
    at: member,
    value: form[member],
    put: (value: DailyForm[K]): DailyForm => ({ ...form, [member]: value }),
  });
  return (
    <section class="form-part" aria-label={t("tariff.basics")}>
      <h2>{t("tariff.basics")}</h2>
      <TypedField {...field("name")} kind={NAME} label={t("tariff.member.name")} />
      <div class="form-grid tight">
        <TypedField {...field("freeMinutes")} kind={MINUTES} label={t("tariff.member.freeMinutes")} />
        <TypedField {...field("graceMinutes")} kind={MINUTES} label={t("tariff.member.graceAfterPaymentMinutes")} />
        <TypedField {...field("lostTicket")} kind={MONEY} label={t("tariff.member.flat")} />
        <CapField
          editor={editor}
          at="cap"
          label={t("tariff.cap_all")}
          cap={form.cap}
          put={(cap) => ({ ...form, cap })}
        />
      </div>
      {form.cap === null ? null : (
        <PerFields
          editor={editor}
          at="capPer"
          label={t("tariff.cap_counts")}
          per={form.capPer}
          put={(capPer) => ({ ...form, capPer })}
          onChange={change}
        />
      )}
    </section>
  );
}

/** Tried before the others, so that what is there goes on for the rest of the time. */
function newWindow(form: DailyForm): WindowForm {
  const rate = form.windows.at(-1)?.rate ?? { kind: "time", first: null, next: { minutes: 60, value: 0 } };
  return {
    name: t("tariff.window_name", { n: form.windows.length + 1 }),
    hours: { days: ["sat", "sun"], from: "00:00", to: "24:00" },
    classes: [],
    rate,
    cap: null,
    per: { mode: "calendar", time: "00:00" },
  };
}

function TaxAndRounding({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const { unit, mode } = form.rounding;
  const units = [...new Set([...UNITS, unit])].sort((a, b) => a - b).map(String);
  return (
    <section class="form-part" aria-label={t("tariff.tax_rounding")}>
      <h2>{t("tariff.tax_rounding")}</h2>
      <div class="form-grid tight">
        <TypedField
          editor={editor}
          at="taxPercent"
          kind={PERCENT}
          label={t("tariff.tax")}
          value={form.taxPercent}
          put={(taxPercent) => ({ ...form, taxPercent })}
        />
        <Check
          label={t("tariff.tax_is_in")}
          checked={form.taxIncluded}
          onChange={(taxIncluded) => change({ ...form, taxIncluded })}
        />
        <Select
          label={t("tariff.rounding")}
          value={mode}
          options={MODES}
          text={(one) => t(`tariff.mode.${one}`)}
          onChoose={(next) => change({ ...form, rounding: { unit, mode: next } })}
        />
        <Select
          label={t("tariff.member.unit")}
          value={String(unit)}
          options={units}
          text={(one) => price(Number(one))}
          onChoose={(next) => change({ ...form, rounding: { unit: Number(next), mode } })}
        />
      </div>
    </section>
  );
}
