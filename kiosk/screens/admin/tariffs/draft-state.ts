import { t, tn } from "../../../text/index.ts";
import { placeOfSite } from "./dates.tsx";
import { isUnsound } from "./editor.ts";
import { casesOf, problemsOf } from "./problems.ts";
import type { TariffDraft } from "./tariff-draft.ts";

/** Why a draft cannot be published, or with the cases aside replayed; null if it can. */
export function refusalOf(draft: TariffDraft, { casesToo = true } = {}): string | null {
  const { currency, timezone } = placeOfSite();
  if (isUnsound(draft)) return t("tariff.refused.typed");
  if (problemsOf(draft.table, currency, timezone).length > 0) return t("tariff.refused.rules");
  if (!casesToo) return null;
  const failing = casesOf(draft.table, currency, timezone).filter(({ ok }) => !ok).length;
  return failing > 0 ? tn("tariff.cases_fail", failing) : null;
}
