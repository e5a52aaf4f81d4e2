import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../text/index.ts";
import { Chart, type Scale, valueAt } from "./chart.tsx";
import type { Axis } from "./scale.ts";

/** A part of the axis along which a chart runs, and what it shows there in words. */
export interface Span {
  from: number;
  to: number;
  text: string;
}

interface ReadableChartProps {
  label: string;
  x: Axis;
  y: Axis;
  /** In order along the axis; at least one. */
  spans: readonly Span[];
  children: (scale: Scale) => ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** A chart whose values a finger, a mouse or the arrow keys read one by one, in words above it. */
export function ReadableChart({ label, x, y, spans, children }: ReadableChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const last = spans.length - 1;
  const chosen = index === null ? undefined : spans[Math.min(index, last)];
  const text = chosen?.text ?? t("admin.chart_hint");
  const point = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = valueAt(x, event.clientX - box.left, box.width);
    const found = spans.findIndex(({ from, to }) => at >= from && at < to);
    if (found >= 0) setIndex(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const ends = event.key === "Home" ? 0 : event.key === "End" ? last : undefined;
    if (step === undefined && ends === undefined) return;
    event.preventDefault();
    const next = index === null ? 0 : Math.min(index, last) + (step ?? 0);
    setIndex(ends ?? Math.max(0, Math.min(last, next)));
  };
  return (
    <div class="chart-readable">
      <p class={`chart-reading ${chosen ? "" : "soft"}`} aria-hidden="true">
        {text}
      </p>
      <div
        class="chart-touch"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index ?? 0}
        aria-valuetext={text}
        onPointerDown={point}
        onPointerMove={(event) => event.buttons > 0 && point(event)}
        onKeyDown={onKeyDown}
      >
        <Chart label={label} x={x} y={y}>
          {(scale) => (
            <>
              {children(scale)}
              {chosen ? <Marked span={chosen} scale={scale} top={y.to} /> : null}
            </>
          )}
        </Chart>
      </div>
    </div>
  );
}

function Marked({ span, scale, top }: { span: Span; scale: Scale; top: number }) {
  const [left, right] = [scale.x(span.from), scale.x(span.to)];
  const y = scale.y(top);
  return (
    <rect
      class="chart-marked"
      x={left}
      y={y}
      width={Math.max(2, right - left)}
      height={Math.max(0, scale.bottom - y)}
    />
  );
}
