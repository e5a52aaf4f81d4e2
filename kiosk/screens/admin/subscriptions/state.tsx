import { Button } from "../../../parts/button.tsx";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import type { Draft } from "../parts/draft.ts";
import type { Agreement } from "./agreement.ts";
import type { Asking } from "./asking.tsx";
import { dayText, lastDay } from "./days.ts";
import { extend, monthsText, movedText, nameOf } from "./extend.ts";
import { Inside } from "./inside.tsx";
import { StandingPill } from "./standing.tsx";

const MONTHS = [-1, 1, 3, 12];

interface StateProps {
  draft: Draft<Agreement>;
  stored: Agreement;
  onAsk: (what: Asking) => void;
}

/** What became of it: how it stands, until when, who is inside, and what can be done about it. */
export function State({ draft, stored, onAsk }: StateProps) {
  return (
    <section class="form-part subscription-state">
      <div>
        <h2>{t("subscription.state")}</h2>
        <p class="row">
          <StandingPill of={stored} />
          {t("subscription.until")} <strong>{dayText(lastDay(stored.validTo))}</strong>
        </p>
        {stored.blockedReason === undefined ? null : (
          <p>{t("subscription.blocked_because", { reason: stored.blockedReason })}</p>
        )}
      </div>
      {may("session:read") ? <Inside id={stored.id} most={stored.carsInside} /> : null}
      {may("subscription:update") ? <Doings draft={draft} stored={stored} onAsk={onAsk} /> : null}
    </section>
  );
}

/** None of these looks at what is typed below: so that comes first. */
function Doings({ draft, stored, onAsk }: StateProps) {
  const refusal = draft.dirty ? t("subscription.save_first") : null;
  const { status, antiPassback } = stored;
  return (
    <div class="subscription-doings">
      {status === "cancelled" ? null : <Move draft={draft} stored={stored} refusal={refusal} />}
      <div class="row">
        {status === "active" ? null : (
          <Button refusal={refusal} onTap={() => draft.save({ status: "active", blockedReason: null })}>
            {t(status === "blocked" ? "subscription.unblock" : "subscription.reopen")}
          </Button>
        )}
        {antiPassback === "off" || status === "cancelled" ? null : (
          <Button refusal={refusal} onTap={() => onAsk("reset")}>
            {t("subscription.reset")}
          </Button>
        )}
        {status === "active" ? (
          <Button variant="danger" refusal={refusal} onTap={() => onAsk("block")}>
            {t("subscription.block")}
          </Button>
        ) : null}
        {status === "cancelled" ? null : (
          <Button variant="danger" refusal={refusal} onTap={() => onAsk("cancel")}>
            {t("subscription.cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Longer, or shorter again after a slip. */
function Move({ draft, stored, refusal }: { draft: Draft<Agreement>; stored: Agreement; refusal: string | null }) {
  const move = async (months: number) => {
    await run(() => extend(stored, months), movedText);
    draft.reload();
  };
  return (
    <fieldset>
      <legend class="field-label">{t("subscription.move")}</legend>
      <div class="options">
        {MONTHS.map((months) => (
          <Button
            key={months}
            size="sm"
            label={t("subscription.move_label", { name: nameOf(stored), months: monthsText(months) })}
            refusal={refusal}
            onTap={() => move(months)}
          >
            {monthsText(months)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
