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
import { useEntry, voidedByOf } from "./use-entry.ts";
import { VoidReason } from "./void-reason.tsx";
import { VoidedBy } from "./voided-by.tsx";

type Given = Reason<(typeof VOID_REASONS)[number]>;

/** Voids an entry: what it says, what follows from voiding it, and why; or that it is voided, whoever did it. */
export function VoidPage({ seq }: { seq: number }) {
  const loaded = useEntry(seq);
  const [reason, setReason] = useState<Given>({ reason: null, note: "" });
  useUnsaved(reason.note !== "");
  const voidedBy = voidedByOf(loaded.value);
  return (
    <AdminPage
      title={t("ledger.void.title", { seq: count(seq) })}
      actions={
        voidedBy === undefined ? <VoidActions seq={seq} reason={reason} onRefused={loaded.reload} /> : <ToList />
      }
    >
      <Loaded of={loaded}>
        {({ event, context }) =>
          event === null ? (
            <p class="soft">{t("ledger.missing", { seq: count(seq) })}</p>
          ) : (
            <>
              {voidedBy === undefined ? (
                <>
                  <VoidReason value={reason} onChange={setReason} />
                  <Consequence event={event} />
                </>
              ) : (
                <p class="row" role="status">
                  <VoidedBy seq={voidedBy} />
                </p>
              )}
              <Says event={event} context={context} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

interface VoidActionsProps {
  seq: number;
  reason: Given;
  /** Somebody else may have voided it. */
  onRefused: () => void;
}

function VoidActions({ seq, reason, onRefused }: VoidActionsProps) {
  const intention = useIntention();
  const back = () => go("admin", "ledger", String(seq));
  const give = async () => {
    const given = await run(
      () => post(`/api/events/${seq}/void`, reasonBody(reason), { intention }),
      t("ledger.void.done", { seq: count(seq) }),
    );
    if (given === undefined) onRefused();
    else moveOn("admin", "ledger", String(seq));
  };
  const missing = reason.reason === "other" ? t("note.needed") : t("reason.first");
  return (
    <>
      <Button size="lg" onTap={back}>
        {t("ledger.void.keep", { seq: count(seq) })}
      </Button>
      <span class="space" />
      <Button size="lg" variant="danger-fill" class="main" refusal={reasonGiven(reason) ? null : missing} onTap={give}>
        {t("ledger.void.title", { seq: count(seq) })}
      </Button>
    </>
  );
}

function ToList() {
  return (
    <>
      <span class="space" />
      <Button size="lg" onTap={() => go("admin", "ledger")}>
        {t("ledger.back")}
      </Button>
    </>
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
