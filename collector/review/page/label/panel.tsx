import type { LeasedItem } from "../../../../common/api/collector.ts";
import { when } from "../format.ts";
import { keyOf } from "../merge.ts";
import { KindBadge } from "../parts/kind-badge.tsx";
import { settings } from "../settings.ts";
import { text } from "../text.ts";
import { returned } from "../work.ts";
import { Facts } from "./facts.tsx";
import { Verdicts } from "./verdicts.tsx";

/** What is known of the crop, and what it may be. */
export function Panel({ item }: { item: LeasedItem }) {
  const { hide } = settings.value;
  const reason = returned.value[keyOf(item)];
  return (
    <section class="panel" aria-label={text.about}>
      <header class="panel-head">
        <KindBadge kind={item.kind} />
        <b class="panel-booth">{item.boothId}</b>
        <span class="soft">{when(item.takenAt)}</span>
        {item.state === "skipped" ? <span class="badge">{text.skippedBefore}</span> : null}
      </header>
      {reason === undefined ? <Facts item={item} isHidden={hide} /> : <p class="returned">{text.back(reason)}</p>}
      <Verdicts />
    </section>
  );
}
