import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { may } from "../../../session.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { AdminPage } from "../parts/page.tsx";
import { DeviceTest } from "./device-test.tsx";
import { IntentPicture } from "./intent-picture.tsx";
import { Proof } from "./proof.tsx";
import { Record } from "./record.tsx";
import { Says } from "./says.tsx";
import { type Entry, useEntry, voidedByOf } from "./use-entry.ts";
import { mayBeVoided, voidedSeqOf } from "./values.ts";
import { VoidedBy } from "./voided-by.tsx";

/** One entry: what it says, whether it is genuine, and its record. */
export function EntryPage({ seq }: { seq: number }) {
  const loaded = useEntry(seq);
  const entry = loaded.value;
  return (
    <AdminPage
      title={t("ledger.entry", { seq: count(seq) })}
      aside={entry === undefined ? null : <Neighbours entry={entry} />}
      actions={<EntryActions entry={entry} />}
    >
      <Loaded of={loaded}>
        {({ event, before, context }) =>
          event === null ? (
            <p class="soft">{t("ledger.missing", { seq: count(seq) })}</p>
          ) : (
            <>
              <Links seq={event.seq} voidedBy={context.voidedBy[event.seq]} voids={voidedSeqOf(event)} />
              <Says event={event} context={context} />
              <IntentPicture key={event.seq} event={event} />
              <DeviceTest event={event} />
              <Proof event={event} before={before} />
              <Record event={event} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function Neighbours({ entry: { before, after } }: { entry: Entry }) {
  return (
    <nav class="row" aria-label={t("ledger.entries")}>
      {before === null ? null : (
        <a class="button sm" href={`#/admin/ledger/${before.seq}`}>
          {t("ledger.older")}
        </a>
      )}
      {after === null ? null : (
        <a class="button sm" href={`#/admin/ledger/${after.seq}`}>
          {t("ledger.newer")}
        </a>
      )}
    </nav>
  );
}

function Links({ seq, voidedBy, voids }: { seq: number; voidedBy: number | undefined; voids: number | null }) {
  if (voidedBy === undefined && voids === null) return null;
  return (
    <p class="row" key={seq}>
      {voidedBy === undefined ? null : <VoidedBy seq={voidedBy} />}
      {voids === null ? null : (
        <a class="button sm" href={`#/admin/ledger/${voids}`}>
          {t("ledger.voids", { seq: count(voids) })}
        </a>
      )}
    </p>
  );
}

function EntryActions({ entry }: { entry: Entry | undefined }) {
  const event = entry?.event;
  const voidable = event != null && mayBeVoided(event) && voidedByOf(entry) === undefined;
  return (
    <>
      {voidable && may("event:void") ? (
        <Button size="lg" variant="danger" onTap={() => go("admin", "ledger", String(event.seq), "void")}>
          {t("ledger.void")}
        </Button>
      ) : null}
      <span class="space" />
      <Button size="lg" onTap={() => go("admin", "ledger")}>
        {t("ledger.back")}
      </Button>
    </>
  );
}
