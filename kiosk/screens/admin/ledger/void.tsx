import { useState } from "preact/hooks";
import type { LedgerEvent } from "../../../../common/events.ts";
import type { VOID_REASONS } from "../../../../common/words.ts";
import { post } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { type Reason, reasonBody, reasonGiven } from "../../../parts/reason-picker.tsx";
import { useIntention } from "../../../parts/use-intention.ts";
import { Money } from "../../../parts/values.tsx";
import { go, moveOn } from "../../../router.ts";
import { run } from "../../../run.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { useUnsaved } from "../../../unsaved.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { Says } from "./says.tsx";
import { useEntry } from "./use-entry.ts";
import { VoidReason } from "./void-reason.tsx";

type Given = Reason<(typeof VOID_REASONS)[number]>;

/** Voids an entry: what it says, what follows from voiding it, and why. */
export function VoidPage({ seq }: { seq: number }) {
  const loaded = useEntry(seq);
  const [reason, setReason] = useState<Given>({ reason: null, note: "" });
  useUnsaved(reason.note !== "");
  const intention = useIntention();
  const back = () => go("admin", "ledger", String(seq));
  const give = () =>
    run(
      async () => {
        await post(`/api/events/${seq}/void`, reasonBody(reason), { intention });
        moveOn("admin", "ledger", String(seq));
      },
      t("ledger.void.done", { seq: count(seq) }),
    );
  const missing = reason.reason === "other" ? t("note.needed") : t("reason.first");
  return (
    <AdminPage
      title={t("ledger.void.title", { seq: count(seq) })}
      actions={
        <>
          <Button size="lg" onTap={back}>
            {t("ledger.void.keep", { seq: count(seq) })}
          </Button>
          <span class="space" />
          <Button
            size="lg"
            variant="danger-fill"
            class="main"
            refusal={reasonGiven(reason) ? null : missing}
            onTap={give}
          >
            {t("ledger.void.title", { seq: count(seq) })}
          </Button>
        </>
      }
    >
      <Loaded of={loaded}>
        {({ event, context }) =>
          event === null ? (
            <p class="soft">{t("ledger.missing", { seq: count(seq) })}</p>
          ) : (
            <>
              <VoidReason value={reason} onChange={setReason} />
              <Consequence event={event} />
              <Says event={event} context={context} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function Consequence({ event: { kind, data } }: { event: LedgerEvent }) {
  const amount = "amount" in data && typeof data.amount === "number" ? data.amount : null;
  const cash = "method" in data && data.method === "cash";
  return (
    <div class="form-part">
      {amount === null ? (
        <p>{t("ledger.void.stay")}</p>
      ) : (
        <p>
          {kind === "payment" ? t(cash ? "void.cash_back" : "void.card_back") : t("ledger.void.drawer")}{" "}
          <Money amount={amount} class="strong" />
        </p>
      )}
      <p class="soft">{t("ledger.void.stays")}</p>
    </div>
  );
}
