import { useState } from "preact/hooks";
import { t } from "../text/index.ts";
import { Key, Keypad } from "./keypad.tsx";
import { typeCount } from "./typing.ts";
import { Ltr, price } from "./values.tsx";

export type Counted = Readonly<Record<string, number>>;

interface DrawerCountProps {
  denominations: readonly number[];
  counted: Counted;
  onChange: (counted: Counted) => void;
}

/** Notes and coins by value: tap one, type how many. The first key after a tap starts anew. */
export function DrawerCount({ denominations, counted, onChange }: DrawerCountProps) {
  const [chosen, setChosen] = useState(denominations[0] ?? 0);
  const [fresh, setFresh] = useState(true);
  const choose = (value: number) => {
    setChosen(value);
    setFresh(true);
  };
  const type = (key: string) => {
    onChange({ ...counted, [chosen]: typeCount(fresh ? 0 : (counted[chosen] ?? 0), key) });
    setFresh(false);
  };
  const next = () => choose(denominations[(denominations.indexOf(chosen) + 1) % denominations.length] ?? 0);
  return (
    <div class="drawer">
      <div class="pieces">
        {denominations.map((value) => (
          <Piece key={value} value={value} n={counted[value] ?? 0} chosen={value === chosen} onChoose={choose} />
        ))}
      </div>
      <Keypad onKey={type} corner={<Key text={t("do.next")} onKey={next} class="key word" />} />
    </div>
  );
}

interface PieceProps {
  value: number;
  n: number;
  chosen: boolean;
  onChoose: (value: number) => void;
}

function Piece({ value, n, chosen, onChoose }: PieceProps) {
  return (
    <button
      type="button"
      class="piece"
      aria-pressed={chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(value)}
    >
      <Ltr class="piece-value">{price(value, true)}</Ltr>
      <Ltr class="number piece-count">{n}</Ltr>
      <span class="unseen">{t("count.pieces")}</span>
    </button>
  );
}

/** What was counted, less the pieces there are none of, as the booth takes it. */
export function piecesOf(counted: Counted): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).filter(([, n]) => n > 0));
}
