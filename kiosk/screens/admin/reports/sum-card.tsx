import type { ComponentChildren } from "preact";
import { Ltr, Money } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";

/** Some sums that belong together. */
export function SumCard({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="form-part sum-card">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}

interface SumLineProps {
  name: string;
  /** How often, where that is told. */
  n?: number | undefined;
  amount?: number | undefined;
  strong?: boolean;
  children?: ComponentChildren;
}

export function SumLine({ name, n, amount, strong = false, children }: SumLineProps) {
  return (
    <div class={strong ? "strong" : ""}>
      <dt>{name}</dt>
      <dd>
        {n === undefined ? null : <Ltr class="number soft">{count(n)} ×</Ltr>}
        {amount === undefined ? null : <Money amount={amount} />}
        {children}
      </dd>
    </div>
  );
}
