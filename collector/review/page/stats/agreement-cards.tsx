import type { Agreement } from "../../../../common/api/collector.ts";
import { count, share, shareFine } from "../format.ts";
import { text } from "../text.ts";

/** Agree, disagree and unusable as three cards; nothing labelled is said in words. */
export function AgreementCards({ sums }: { sums: Agreement }) {
  const labelled = sums.agree + sums.disagree;
  const reviewed = labelled + sums.unusable;
  if (reviewed === 0) return <p class="empty">{text.nothingYet}</p>;
  return (
    <dl class="cards">
      <Card name={text.agree} sign="✓" tone="ok" value={sums.agree}>
        {sums.share
          ? `${shareFine(sums.share.value)}, ${text.interval(share(sums.share.low), share(sums.share.high))}`
          : ""}
      </Card>
      <Card name={text.disagree} sign="≠" tone="danger" value={sums.disagree}>
        {labelled > 0 ? text.ofLabelled(shareFine(sums.disagree / labelled)) : ""}
      </Card>
      <Card name={text.unusable} sign="∅" tone="" value={sums.unusable}>
        {text.ofReviewed(shareFine(sums.unusable / reviewed))}
      </Card>
    </dl>
  );
}

interface CardProps {
  name: string;
  sign: string;
  tone: string;
  value: number;
  children: string;
}

function Card({ name, sign, tone, value, children }: CardProps) {
  return (
    <div class={`card ${tone}`}>
      <dt>
        <span aria-hidden="true">{sign} </span>
        {name}
      </dt>
      <dd>
        <b>{count(value)}</b>
        <span class="soft">{children}</span>
      </dd>
    </div>
  );
}
