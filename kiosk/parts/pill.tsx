import type { ComponentChildren } from "preact";

export type Tone = "neutral" | "ok" | "warn" | "danger" | "accent" | "manual";

interface PillProps {
  tone?: Tone;
  /** A shape that says the same as the colour. */
  glyph?: string;
  children: ComponentChildren;
  class?: string;
}

/** A state in a word, a shape and a colour. */
export function Pill({ tone = "neutral", glyph, children, class: name = "" }: PillProps) {
  return (
    <span class={`pill ${tone} ${name}`}>
      {glyph ? <span aria-hidden="true">{glyph}</span> : null}
      <span class="pill-text">{children}</span>
    </span>
  );
}
