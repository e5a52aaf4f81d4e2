import type { LedgerEvent } from "../../../../common/events.ts";
import { Pill } from "../../../parts/pill.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { type Check, prove } from "./prove.ts";

/** Whether an entry is as it was signed: found out in this browser, not taken on trust. */
export function Proof({ event, before }: { event: LedgerEvent; before: LedgerEvent | null }) {
  const proof = useLoad(() => prove(event, before), `${event.seq} ${before?.seq}`);
  return (
    <section class="form-part" aria-label={t("ledger.proof")}>
      <h2>{t("ledger.proof")}</h2>
      <Loaded of={proof}>
        {({ hash, link, signature, trouble }) => (
          <>
            <ul class="ledger-checks">
              <Line found={hash} text={t(`ledger.proof.hash.${hash}`)} />
              <Line found={link === "first" ? "ok" : link} text={t(`ledger.proof.link.${link}`)} />
              <Line found={signature} text={t(`ledger.proof.signature.${signature}`)} />
            </ul>
            <p class="soft">{trouble === null ? t("ledger.proof.here") : t(`ledger.proof.${trouble}`)}</p>
          </>
        )}
      </Loaded>
      <dl class="ledger-hashes">
        <Bytes label={t("ledger.proof.prev")} value={event.prev} />
        <Bytes label={t("ledger.proof.hash")} value={event.hash} />
        <Bytes label={t("ledger.proof.sig")} value={event.sig} />
        <Bytes label={t("ledger.proof.key")} value={event.keyId} />
      </dl>
    </section>
  );
}

const LOOKS = {
  ok: { tone: "ok", glyph: "✓" },
  bad: { tone: "danger", glyph: "✗" },
  unknown: { tone: "neutral", glyph: "?" },
} as const;

function Line({ found, text }: { found: Check; text: string }) {
  return (
    <li>
      <Pill {...LOOKS[found]}>{text}</Pill>
    </li>
  );
}

function Bytes({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Ltr class="ledger-bytes">{value}</Ltr>
      </dd>
    </div>
  );
}
