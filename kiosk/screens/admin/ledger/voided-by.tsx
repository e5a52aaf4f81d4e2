import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";

/** Says which entry voided the one shown, and leads there. */
export function VoidedBy({ seq }: { seq: number }) {
  return (
    <a class="button sm danger" href={`#/admin/ledger/${seq}`}>
      {t("ledger.voided_by", { seq: count(seq) })}
    </a>
  );
}
