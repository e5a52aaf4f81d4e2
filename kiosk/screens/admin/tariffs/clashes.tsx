import type { RateDifference } from "../../../../common/rate-differences.ts";
import type { RateTable } from "../../../../common/rate-table.ts";
import { t } from "../../../text/index.ts";
import { DataTable } from "../parts/data-table.tsx";
import { differenceRows } from "./difference-rows.ts";
import { differenceName, valueText } from "./value-words.ts";

/** What both sides changed, each in its way: before is theirs, after is what was kept. */
export function clashesOf(base: RateTable, theirs: RateTable, kept: RateTable): RateDifference[] {
  const changedByThem = differenceRows(base, theirs).rows;
  return differenceRows(theirs, kept).rows.filter((row) =>
    changedByThem.some((other) => other.path === row.path && other.collection === row.collection),
  );
}

/** Says where the draft holds against what somebody else published; nothing where it does nowhere. */
export function Clashes({ clashes, version }: { clashes: readonly RateDifference[]; version: number }) {
  if (clashes.length === 0) return null;
  return (
    <section class="form-part" role="status">
      <DataTable
        caption={t("tariff.clashes")}
        titled
        columns={[
          { id: "what", title: t("tariff.rule"), cell: differenceName },
          {
            id: "theirs",
            title: t("tariff.version_n", { version }),
            cell: ({ path, before }) => valueText(path, before),
          },
          { id: "mine", title: t("tariff.mine"), cell: ({ path, after }) => <strong>{valueText(path, after)}</strong> },
        ]}
        rows={clashes}
        keyOf={({ path, collection }) => `${path} ${collection}`}
      />
    </section>
  );
}
