import { useRef } from "preact/hooks";
import { booths } from "../filter.ts";
import { text } from "../text.ts";

interface BoothSelectProps {
  value: string | null;
  onChoose: (booth: string | null) => void;
}

/** Which booth's crops. Chosen with the pointer it gives the keys back to the crops; by keyboard it keeps the focus. */
export function BoothSelect({ value, onChoose }: BoothSelectProps) {
  const byPointer = useRef(false);
  const known = value === null || booths.value.includes(value) ? booths.value : [value, ...booths.value];
  return (
    <select
      class="select"
      aria-label={text.booth}
      value={value ?? ""}
      onPointerDown={() => {
        byPointer.current = true;
      }}
      onKeyDown={() => {
        byPointer.current = false;
      }}
      onChange={({ currentTarget }) => {
        onChoose(currentTarget.value || null);
        if (byPointer.current) currentTarget.blur();
      }}
    >
      <option value="">{text.allBooths}</option>
      {known.map((booth) => (
        <option key={booth} value={booth}>
          {booth}
        </option>
      ))}
    </select>
  );
}
