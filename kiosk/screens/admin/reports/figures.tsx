import type { ComponentChildren } from "preact";
import { duration } from "../../../text/format.ts";

/** Figures side by side, each with its name. */
export function Figures({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <dl class="figures" aria-label={label}>
      {children}
    </dl>
  );
}

interface FigureProps {
  name: string;
  children: ComponentChildren;
  /** What it is measured against. */
  beside?: string | null;
}

export function Figure({ name, children, beside }: FigureProps) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <bdi class="number">{children}</bdi>
        {beside ? <span class="soft"> {beside}</span> : null}
      </dd>
    </div>
  );
}

/** How long cars stayed; a dash where none left. */
export function stayText(seconds: number | null): string {
  return seconds === null ? "–" : duration(seconds * 1000);
}
