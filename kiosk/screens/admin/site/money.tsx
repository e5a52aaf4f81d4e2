import type { Page } from "../../../../common/api/parts.ts";
import type { Payment } from "../../../../common/api/payments.ts";
import { get } from "../../../api.ts";
import { now } from "../../../clock.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { may } from "../../../session.ts";
import { clockTime } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import type { PartProps } from "./part.ts";
import { Suggest } from "./suggest.tsx";
import { WholeField } from "./whole-field.tsx";

const ZONES = Intl.supportedValuesOf("timeZone");
const CURRENCIES = Intl.supportedValuesOf("currency");

/** Time zone, currency, tax and how many cars there is room for. */
export function Money({ draft, site, mark }: PartProps) {
  const locked = useCurrencyLock();
  const time = timeIn(site.timezone);
  return (
    <section class="form-part" aria-label={t("site.money")}>
      <h2>{t("site.money")}</h2>
      <div class="form-grid">
        <Suggest
          label={t("site.field.timezone")}
          options={ZONES}
          value={site.timezone}
          helper={time === null ? null : t("site.timezone.help", { time })}
          error={draft.problems.timezone ?? (time === null ? t("site.timezone.wrong") : null)}
          onInput={(timezone) => {
            draft.change({ timezone });
            mark("timezone", timeIn(timezone) === null);
          }}
        />
        <Suggest
          label={t("site.field.currency")}
          options={CURRENCIES}
          value={site.currency}
          disabled={locked}
          helper={t(locked ? "site.currency.locked" : "site.currency.help")}
          error={draft.problems.currency}
          onInput={(currency) => draft.change({ currency: currency.toUpperCase() })}
        />
        <Input
          label={t("site.field.taxLabel")}
          helper={t("site.tax.help")}
          value={site.taxLabel}
          error={draft.problems.taxLabel}
          maxLength={40}
          onInput={(taxLabel) => draft.change({ taxLabel })}
        />
        <WholeField
          label={t("site.field.capacity")}
          helper={t("site.capacity.help")}
          value={site.capacity}
          least={0}
          most={100_000}
          mayBeEmpty
          wrong={t("site.whole")}
          error={draft.problems.capacity}
          onWrong={(wrong) => mark("capacity", wrong)}
          onChange={(capacity) => draft.change({ capacity })}
        />
      </div>
    </section>
  );
}

/** The time in a zone, or null where there is no such zone. */
function timeIn(timezone: string): string | null {
  try {
    return /^[A-Za-z]/.test(timezone) ? clockTime(now(), timezone) : null;
  } catch {
    return null;
  }
}

const ANY_PAYMENT = "/api/payments?limit=1";

/** Whether money was taken already. Who may not look up payments is told by the booth when saving. */
function useCurrencyLock(): boolean {
  const taken = useLoad(async () => {
    if (!may("session:read")) return false;
    return (await get<Page<Payment>>(ANY_PAYMENT)).items.length > 0;
  }, ANY_PAYMENT);
  return taken.value === true;
}
