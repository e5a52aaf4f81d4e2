import { VALIDATION_STATIONS } from "../../../../common/modules.ts";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { Select } from "../parts/fields.tsx";
import type { DailyForm, StationForm } from "./daily-form.ts";
import type { Editor } from "./editor.ts";
import { MINUTES, MONEY, PERCENT, TypedField } from "./typed-field.tsx";

const KINDS = ["freeMinutes", "amount", "percent"] as const;

/** What each validating station takes off. */
export function StationFields({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const missing = VALIDATION_STATIONS.filter((station) => !form.stations.some((one) => one.station === station));
  const add = (station: string) =>
    change({ ...form, stations: [...form.stations, { station, kind: "freeMinutes", value: 60 }] });
  return (
    <section class="form-part" aria-label={t("tariff.member.validations")}>
      <h2>{t("tariff.member.validations")}</h2>
      {form.stations.map((one, index) => (
        <Station key={one.station} editor={editor} one={one} index={index} />
      ))}
      {missing.map((station) => (
        <Button key={station} onTap={() => add(station)}>
          {t("tariff.add_station", { station })}
        </Button>
      ))}
    </section>
  );
}

function Station({ editor, one, index }: { editor: Editor; one: StationForm; index: number }) {
  const { form, change } = editor;
  const { station } = one;
  const at = `stations.${station}`;
  const put = (next: StationForm): DailyForm => ({
    ...form,
    stations: form.stations.map((other, i) => (i === index ? next : other)),
  });
  const choose = (kind: (typeof KINDS)[number]) =>
    change(put(kind === "percent" ? { station, kind, value: "50" } : { station, kind, value: 60 }), at);
  const remove = () => change({ ...form, stations: form.stations.filter((_, i) => i !== index) }, at);
  return (
    <div class="station">
      <Select
        label={t("tariff.station", { station })}
        value={one.kind}
        options={KINDS}
        text={(kind) => t(`tariff.takes_off.${kind}`)}
        onChoose={choose}
      />
      {one.kind === "percent" ? (
        <TypedField
          editor={editor}
          at={at}
          kind={PERCENT}
          label={t("tariff.how_much")}
          value={one.value}
          put={(value) => put({ ...one, value })}
        />
      ) : (
        <TypedField
          editor={editor}
          at={at}
          kind={one.kind === "amount" ? MONEY : MINUTES}
          label={t("tariff.how_much")}
          value={one.value}
          put={(value) => put({ ...one, value })}
        />
      )}
      <Button size="sm" label={t("tariff.remove_station", { station })} onTap={remove}>
        {t("tariff.remove")}
      </Button>
    </div>
  );
}
