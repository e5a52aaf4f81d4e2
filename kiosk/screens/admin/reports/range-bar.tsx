import { useState } from "preact/hooks";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { dateText, isDate } from "./days.ts";
import { RANGES, type Range } from "./range.ts";

const OPTIONS = [...RANGES, "custom"] as const;

interface RangeBarProps {
  range: Range;
  /** Called with the part of the address that names the range. */
  onChoose: (id: string) => void;
}

/** Which days a report is about: the usual ones with one tap, any others by their dates. */
export function RangeBar({ range, onChoose }: RangeBarProps) {
  const named = RANGES.find((id) => id === range.id);
  const [wanted, setWanted] = useState(false);
  const asking = wanted || named === undefined;
  const choose = (id: (typeof OPTIONS)[number]) => {
    setWanted(id === "custom");
    if (id !== "custom") onChoose(id);
  };
  return (
    <div class="range-bar">
      <Choice
        label={t("reports.range")}
        quiet
        options={OPTIONS}
        value={asking ? "custom" : named}
        text={(id) => t(`reports.range.${id}`)}
        onChoose={choose}
      />
      {asking ? <Dates key={range.id} range={range} onChoose={onChoose} /> : <Days range={range} />}
    </div>
  );
}

function Days({ range: { from, to } }: { range: Range }) {
  return <p class="soft">{from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`}</p>;
}

function Dates({ range, onChoose }: RangeBarProps) {
  const [dates, setDates] = useState({ from: range.from, to: range.to });
  const { from, to } = dates;
  const wrong = isDate(from) && isDate(to) && from <= to ? null : t("reports.dates_wrong");
  const change = (part: Partial<typeof dates>) => {
    const next = { ...dates, ...part };
    setDates(next);
    if (isDate(next.from) && isDate(next.to) && next.from <= next.to) onChoose(`${next.from}..${next.to}`);
  };
  return (
    <div class="range-dates">
      <Input label={t("reports.from")} type="date" ltr value={from} onInput={(date) => change({ from: date })} />
      <Input
        label={t("reports.to")}
        type="date"
        ltr
        value={to}
        error={wrong}
        onInput={(date) => change({ to: date })}
      />
    </div>
  );
}
