import { useEffect, useState } from "preact/hooks";
import { PlatePad } from "../../parts/plate-pad.tsx";
import { onTyped } from "../../parts/scanner.ts";
import { Sheet } from "../../parts/sheet.tsx";
import { BACK, CLEAR, type PadKey, typeText } from "../../parts/typing.ts";
import { useLoad } from "../../parts/use-load.ts";
import { Ltr } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { t } from "../../text/index.ts";
import { carry } from "../bench/desk.ts";
import { spacedPlate } from "../bench/plates.ts";
import { readInside } from "../bench/stays.ts";
import { StayList } from "./stay-list.tsx";

const LONGEST = 16;

/** Finds a stay by a part of its plate, by the number of its ticket, or by its picture and time. */
export function FindSheet() {
  const [q, setQ] = useState("");
  const loaded = useLoad(() => readInside({ q }), q);
  return (
    <Sheet title={t("find.title")}>
      <FragmentField label={t("find.fragment")} value={q} hint={t("find.hint")} />
      <StayList loaded={loaded} question={q} onChoose={(stay) => run(() => carry(stay))} />
      <FragmentPad value={q} onChange={setQ} />
    </Sheet>
  );
}

/** What was typed of a plate or a number so far. */
export function FragmentField({ label, value, hint }: { label?: string; value: string; hint: string }) {
  return (
    <div class="fragment">
      {label === undefined ? null : <span class="field-label">{label}</span>}
      <output class="field-box active" aria-label={label ?? hint}>
        {value === "" ? <span class="soft">{hint}</span> : <Ltr class="plate">{spacedPlate(value)}</Ltr>}
      </output>
    </div>
  );
}

/** The pad for plates and numbers; a real keyboard types as well. */
export function FragmentPad({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const type = (key: PadKey) => onChange(typeText(value, key, LONGEST));
  useEffect(() =>
    onTyped((key) => {
      if (key === "Backspace") type(BACK);
      else if (key === "Delete") type(CLEAR);
      else if (/^[\p{L}\p{N}]$/u.test(key)) type(key.toUpperCase());
    }),
  );
  return <PlatePad onKey={type} />;
}
