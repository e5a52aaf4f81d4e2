import { useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { t } from "../../../text/index.ts";
import { CARD_MM } from "./scale.ts";

/** A card is this wide on the coarsest and on the finest screen that a booth has, in CSS px. */
const LEAST_PX = 200;
const MOST_PX = 700;

/** How far a key moves the edge, in CSS px. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -MOST_PX,
  End: MOST_PX,
};

interface CardBoxProps {
  widthPx: number;
  onChange: (widthPx: number) => void;
}

/** A box in the shape of a card. Its corner is dragged, or moved by keys, until a card lies on it exactly. */
export function CardBox({ widthPx, onChange }: CardBoxProps) {
  const set = (px: number) => onChange(Math.min(MOST_PX, Math.max(LEAST_PX, px)));
  return (
    <div class="card-tool">
      <div class="card-place">
        <div
          class="card-box"
          dir="ltr"
          style={{ inlineSize: `${widthPx}px`, blockSize: `${(widthPx * CARD_MM.height) / CARD_MM.width}px` }}
        >
          <Corner widthPx={widthPx} onChange={set} />
        </div>
      </div>
      <div class="row">
        <Button keepFocus onTap={() => set(widthPx - 1)}>
          {t("screen.smaller")}
        </Button>
        <Button keepFocus onTap={() => set(widthPx + 1)}>
          {t("screen.larger")}
        </Button>
      </div>
    </div>
  );
}

function Corner({ widthPx, onChange }: CardBoxProps) {
  const grip = useRef<{ x: number; widthPx: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(widthPx + step);
  };
  return (
    <div
      class="card-corner"
      role="slider"
      tabIndex={0}
      aria-label={t("screen.width")}
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      aria-valuenow={Math.round(widthPx)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, widthPx };
      }}
      onPointerMove={(event) => {
        if (grip.current) onChange(Math.round(grip.current.widthPx + event.clientX - grip.current.x));
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
    />
  );
}
