import type { Agreement } from "../../../../common/api/collector.ts";
import { share } from "../format.ts";
import { text } from "../text.ts";

/** The share of disagreement as a bar, the interval it lies in as a line, and both in figures. */
export function IntervalBar({ sums }: { sums: Agreement }) {
  if (sums.share === null) return <span class="soft">–</span>;
  const value = 1 - sums.share.value;
  const low = 1 - sums.share.high;
  const high = 1 - sums.share.low;
  return (
    <div class="interval" title={text.interval(share(low), share(high))}>
      <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" x="0" y="7" width="100" height="6" />
        <rect class="value" x="0" y="7" width={value * 100} height="6" />
        <path class="range" d={`M${low * 100} 10H${high * 100}M${low * 100} 4v12M${high * 100} 4v12`} />
      </svg>
      <span class="number">
        <b>{share(value)}</b>{" "}
        <span class="soft">
          {share(low)}–{share(high)}
        </span>
      </span>
    </div>
  );
}
