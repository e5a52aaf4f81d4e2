import { t, tn } from "../../../text/index.ts";
import { isUnsound } from "./editor.ts";
import { placeOfSite } from "./place.ts";
import { casesOf, problemsOf } from "./problems.ts";
import type { TariffDraft } from "./tariff-draft.ts";

/** Why a draft cannot be published, or with the cases aside replayed; null if it can. */
export function refusalOf(draft: TariffDraft, { casesToo = true } = {}): string | null {
  const { currency, timezone } = placeOfSite();
  if (isUnsound(draft)) return t("tariff.refused.typed");
  if (problemsOf(draft.table, currency, timezone).length > 0) return t("tariff.refused.rules");
  if (!casesToo) return null;
  const failing = failingOf(draft);
  return failing > 0 ? tn("tariff.cases_fail", failing) : null;
}

/** How many cases of a draft whose rules are sound have another price than they promise. */
export function failingOf(draft: TariffDraft): number {
  const { currency, timezone } = placeOfSite();
  if (isUnsound(draft) || problemsOf(draft.table, currency, timezone).length > 0) return 0;
  return casesOf(draft.table, currency, timezone).filter(({ ok }) => !ok).length;
}
