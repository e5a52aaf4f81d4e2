import type { ReplaySummary } from "../../../../common/events.ts";
import { Money } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t, tn } from "../../../text/index.ts";
import { momentText } from "../parts/moment.tsx";

/** What the rules would have made of real stays: in sums. */
export function ReplayFigures({ replay }: { replay: ReplaySummary }) {
  const { before, after, difference, sessions, dearer, cheaper, same, skipped } = replay;
  const left = Object.values(skipped).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <dl class="replay-sums">
        <Figure name={t("tariff.replay.before")} amount={before} />
        <Figure name={t("tariff.replay.after")} amount={after} />
        <Figure name={t("tariff.replay.difference")} amount={difference} strong />
      </dl>
      <p>
        {tn("tariff.replay.stays", sessions)} · {t("tariff.replay.dearer", { n: count(dearer) })} ·{" "}
        {t("tariff.replay.cheaper", { n: count(cheaper) })} · {t("tariff.replay.same", { n: count(same) })}
      </p>
      <p class="soft">
        {momentText(replay.from)} – {momentText(replay.to)}
        {left > 0 ? ` · ${tn("tariff.replay.skipped", left)}` : null}
      </p>
    </>
  );
}

function Figure({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div class={strong ? "strong" : ""}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
