import { Ltr } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import type { Bad } from "./verification.ts";

/** So that a report shows what led there. */
const BEFORE_BAD = 7;

/** What somebody types into a terminal: the same in every language. */
const verifyFrom = (seq: number): string => `boothctl ledger verify --from ${seq} --json > report.json`;

/** The first entry that is not as it was signed: what is wrong, what still holds, and what to do now. */
export function Fault({ bad }: { bad: Bad }) {
  const from = Math.max(1, bad.seq - BEFORE_BAD);
  return (
    <div class="failure" role="alert">
      <h2>
        <span aria-hidden="true">✗ </span>
        {t("ledger.bad", { seq: count(bad.seq) })}
      </h2>
      <p>
        {t(`ledger.bad.${bad.class}`)} {bad.seq > 1 ? t("ledger.bad.before", { seq: count(bad.seq - 1) }) : null}
      </p>
      <p>
        <strong>{t("ledger.bad.keep")}</strong> {t("ledger.bad.run")}
      </p>
      <p>
        <Ltr class="ledger-command">{verifyFrom(from)}</Ltr>
      </p>
      <p>{t("ledger.bad.send")}</p>
      <a class="button sm" href={`#/admin/ledger/${bad.seq}`}>
        {t("ledger.bad.show", { seq: count(bad.seq) })}
      </a>
    </div>
  );
}
