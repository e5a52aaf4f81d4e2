import type { CarwashStatus } from "../../../../common/api/carwash.ts";
import { REVIEW_KINDS, type ReviewKind } from "../../../../common/review.ts";
import { Ltr } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { DataTable } from "../parts/data-table.tsx";
import { When } from "../reports/exception-columns.tsx";
import { sizeText } from "./sizes.ts";

/** What waits, of each kind. */
export function Waiting({ status: { queue } }: { status: CarwashStatus }) {
  return (
    <DataTable<ReviewKind>
      caption={t("carwash.waiting")}
      titled
      rows={REVIEW_KINDS}
      keyOf={(kind) => kind}
      columns={[
        { id: "kind", title: t("carwash.kind"), cell: (kind) => t(`carwash.kind.${kind}`) },
        { id: "items", title: t("carwash.pictures"), numeric: true, cell: (kind) => count(queue[kind].items) },
        {
          id: "bytes",
          title: t("carwash.size"),
          numeric: true,
          cell: (kind) => <Ltr>{sizeText(queue[kind].bytes)}</Ltr>,
        },
        { id: "oldest", title: t("carwash.oldest"), cell: (kind) => <Oldest at={queue[kind].oldest} /> },
      ]}
    />
  );
}

function Oldest({ at }: { at: string | null }) {
  return at === null ? <span aria-hidden="true">–</span> : <When at={at} />;
}
