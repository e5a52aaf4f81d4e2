import type { LedgerEvent, Payload } from "../../../../common/events.ts";
import { t } from "../../../text/index.ts";
import { Transcript } from "../parts/transcript.tsx";

/** What the device answered when it was tested before it was assigned; nothing with any other entry. */
export function DeviceTest({ event: { kind, data } }: { event: LedgerEvent }) {
  const test = kind === "device_assign" ? (data as Payload<"device_assign">).test : undefined;
  if (test === undefined) return null;
  return (
    <section class="form-part" aria-label={t("ledger.test")}>
      <h2>{t(test.ok ? "ledger.test.passed" : "ledger.test.failed")}</h2>
      <p class="ledger-said">{test.message}</p>
      <Transcript lines={test.transcript} />
    </section>
  );
}
