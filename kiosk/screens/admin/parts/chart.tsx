import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Axis, Tick } from "./scale.ts";

const HEIGHT = 260;
const FOOT = 26;
const HEAD = 12;
const SIDE = 64;
const END = 18;

/** Where a value lies, in pixels of the drawing. */
export interface Scale {
  x: (value: number) => number;
  y: (value: number) => number;
  bottom: number;
}

interface ChartProps {
  /** What it shows, in a sentence: whoever cannot see it hears this, and has the table. */
  label: string;
  x: Axis;
  y: Axis;
  children: (scale: Scale) => ComponentChildren;
}

/** The frame of a chart: axes with their marks. Time runs from left to right in every language. */
export function Chart({ label, x, y, children }: ChartProps) {
  const [frame, width] = useWidth();
  const along = (value: number) => SIDE + ((value - x.from) / (x.to - x.from || 1)) * (width - SIDE - END);
  const bottom = HEIGHT - FOOT;
  const up = (value: number) => bottom - ((value - y.from) / (y.to - y.from || 1)) * (bottom - HEAD);
  return (
    <div class="chart" dir="ltr" ref={frame}>
      <svg role="img" aria-label={label} width={width} height={HEIGHT}>
        {y.ticks.map(({ at, text }) => (
          <g key={at}>
            <line class="chart-line" x1={SIDE} x2={width - END} y1={up(at)} y2={up(at)} />
            <text class="chart-mark" x={SIDE - 8} y={up(at) + 5} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        {thinned(x, width).map(({ at, text }) => (
          <text class="chart-mark" key={at} x={along(at)} y={HEIGHT - 6} text-anchor="middle">
            {text}
          </text>
        ))}
        {children({ x: along, y: up, bottom })}
      </svg>
    </div>
  );
}

/** The value of an axis that lies `px` from the start of a drawing of this width. */
export function valueAt({ from, to }: Axis, px: number, width: number): number {
  return from + ((px - SIDE) / Math.max(width - SIDE - END, 1)) * (to - from);
}

/** As many marks as have room beside each other, and the strong ones in any case. */
function thinned({ from, to, ticks }: Axis, width: number): readonly Tick[] {
  const longest = Math.max(...ticks.map(({ text }) => text.length), 1);
  const needPx = longest * 8 + 16;
  const every = Math.ceil((ticks.length * needPx) / Math.max(width - SIDE, 1));
  const need = (needPx / Math.max(width - SIDE - END, 1)) * (to - from);
  const strong = ticks.filter((tick) => tick.strong);
  return ticks.filter(
    (tick, i) =>
      tick.strong || ((tick.order ?? i) % every === 0 && strong.every((other) => Math.abs(other.at - tick.at) >= need)),
  );
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(280, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

export interface Line {
  id: string;
  points: readonly (readonly [x: number, y: number])[];
  /** What is compared with, such as the price until now. */
  dashed?: boolean;
}

/** A line that holds its value until the next point. */
export function StepLine({ line, scale }: { line: Line; scale: Scale }) {
  const path = line.points.map(([x, y], i) =>
    i === 0 ? `M${scale.x(x)} ${scale.y(y)}` : `H${scale.x(x)}V${scale.y(y)}`,
  );
  return <path class={`chart-path ${line.dashed ? "dashed" : ""}`} d={path.join("")} />;
}

interface BarsProps {
  /** A bar may have a width of its own in units of the axis, such as a day of 25 hours. */
  values: readonly { at: number; value: number; label: string; width?: number }[];
  width: number;
  scale: Scale;
}

/** A bar for each value, `width` wide in units of the axis; one below 0 hangs from the line. */
export function Bars({ values, width, scale }: BarsProps) {
  return (
    <>
      {values.map(({ at, value, label, width: own = width }) => {
        const [left, right] = [scale.x(at), scale.x(at + own)];
        const [top, foot] = [scale.y(Math.max(0, value)), scale.y(Math.min(0, value))];
        return (
          <rect
            key={at}
            class="chart-bar"
            x={left + 1}
            y={top}
            width={Math.max(1, right - left - 2)}
            height={Math.max(value === 0 ? 0 : 1, foot - top)}
          >
            <title>{label}</title>
          </rect>
        );
      })}
    </>
  );
}
