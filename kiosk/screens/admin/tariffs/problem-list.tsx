import { t } from "../../../text/index.ts";
import { placeOfSite } from "./place.ts";
import { problemsOf } from "./problems.ts";
import type { TariffDraft } from "./tariff-draft.ts";

/** What keeps the draft from being published; nothing where nothing does. */
export function Problems({ kept }: { kept: TariffDraft }) {
  const { currency, timezone } = placeOfSite();
  const problems = problemsOf(kept.table, currency, timezone);
  if (problems.length === 0) return null;
  return (
    <section class="tariff-problems" role="alert">
      <h2>{t("tariff.problems")}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <span aria-hidden="true">▲ </span>
            {problem}
          </li>
        ))}
      </ul>
    </section>
  );
}
