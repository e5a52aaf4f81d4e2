import { get } from "../../../api.ts";
import { ledger } from "../../../feed.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { timeOfDay } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { verification } from "./verification.ts";

const HEAD = "/api/events/head";

/** What the overview says of the ledger: how long it is, and that it is whole if that was checked. */
export function LedgerFact() {
  const head = useLoad(() => get<{ seq: number }>(HEAD), HEAD).value;
  const checked = verification.value;
  const bad = checked.state === "done" ? checked.result.firstBad : ledger.value.firstBad;
  if (bad)
    return (
      <>
        <span aria-hidden="true">▲ </span>
        {t("ledger.fact.bad", { seq: count(bad.seq) })}
      </>
    );
  if (head === undefined) return null;
  const n = count(head.seq);
  if (checked.state !== "done") return <>{t("ledger.fact", { n })}</>;
  return <>{t("ledger.fact.whole", { n, time: timeOfDay(checked.result.atMs) })}</>;
}
