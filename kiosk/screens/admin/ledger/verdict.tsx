import type { FaultClass } from "../../../../common/verification.ts";
import { ledger, progress } from "../../../feed.ts";
import { Pill } from "../../../parts/pill.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Fault } from "./fault.tsx";
import { verification } from "./verification.ts";

/** Whether the ledger is whole: as far as it is known, while it is found out, and what to do if it is not. */
export function Verdict() {
  const known = ledger.value.firstBad;
  const checked = verification.value;
  if (checked.state === "running") return <Progress />;
  if (checked.state !== "done")
    return known === null ? null : <Fault bad={{ seq: known.seq, class: known.class as FaultClass }} />;
  const { firstBad, head, tookMs } = checked.result;
  if (firstBad !== undefined) return <Fault bad={firstBad} />;
  return (
    <p class="ledger-verdict" role="status">
      <Pill tone="ok" glyph="✓">
        {t("ledger.whole", { seq: count(head?.seq ?? 0) })}
      </Pill>{" "}
      <bdi class="soft">{t("ledger.whole.head", { hash: `${head?.hash.slice(0, 8)}…`, time: seconds(tookMs) })}</bdi>
    </p>
  );
}

function Progress() {
  const { done, total } = progress.value.get("verify") ?? { done: 0, total: 0 };
  const text = t("ledger.verifying", { done: count(done), total: count(total) });
  return (
    <p class="ledger-verdict">
      <progress max={Math.max(total, 1)} value={done} aria-label={t("ledger.verify")} />
      <span class="number">{total === 0 ? t("working") : text}</span>
    </p>
  );
}

function seconds(ms: number): string {
  return t("ledger.seconds", { s: count(Math.round(ms / 100) / 10) });
}
