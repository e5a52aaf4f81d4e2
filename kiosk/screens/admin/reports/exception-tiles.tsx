import type { ExceptionSum } from "../../../../common/api/reports.ts";
import { Ltr, Money } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import type { Range } from "./range.ts";
import { hrefOf } from "./ways.ts";

/** What somebody should look at, the gravest first; each leads to its cases. */
export function ExceptionTiles({ sums, range }: { sums: readonly ExceptionSum[]; range: Range }) {
  if (sums.length === 0) {
    return (
      <p class="all-well">
        <span aria-hidden="true">✓ </span>
        {t("reports.exceptions.none")}
      </p>
    );
  }
  return (
    <ul class="exception-tiles">
      {sums.map((sum) => (
        <li key={sum.kind}>
          <a class="exception-tile" href={hrefOf("exceptions", range.id, sum.kind)}>
            <Ltr class="number exception-count">{count(sum.count)}</Ltr>
            {sum.amount === 0 ? null : <Money amount={sum.amount} class="soft" />}
            <span class="exception-word">{t(`exception.${sum.kind}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
