import type { RateCase, RateTable } from "../../../../common/rate-table.ts";
import { t } from "../../../text/index.ts";
import { CaseTable } from "./case-table.tsx";
import { placeOfSite } from "./place.ts";
import { casesOf, problemsOf } from "./problems.ts";

const PLACE = "draft-cases";

/** The cases of a draft: what fails is either mended in the rules, or taken as meant. */
export function DraftCases({ table, onChange }: { table: RateTable; onChange: (cases: RateCase[]) => void }) {
  const { currency, timezone } = placeOfSite();
  const cases = table.cases ?? [];
  if (problemsOf(table, currency, timezone).length > 0) return <p class="soft">{t("tariff.cases_wait")}</p>;
  const results = casesOf(table, currency, timezone);
  const accept = (index: number) =>
    onChange(cases.map((one, i) => (i === index ? { ...one, expect: results[index]?.got ?? one.expect } : one)));
  const remove = (index: number) => onChange(cases.filter((_, i) => i !== index));
  return (
    <section id={PLACE} tabIndex={-1} aria-label={t("tariff.cases")}>
      <CaseTable cases={results} onAccept={accept} onRemove={remove} />
    </section>
  );
}

/** Goes to the cases, also for the keyboard. */
export function showCases(): void {
  const place = document.getElementById(PLACE);
  place?.scrollIntoView({ block: "start" });
  place?.focus({ preventScroll: true });
}
