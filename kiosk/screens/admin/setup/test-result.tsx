import type { DeviceTest } from "../../../../common/api/setup.ts";
import { Pill } from "../../../parts/pill.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Transcript } from "../parts/transcript.tsx";

/** What one device answered, in its driver's own sentence. */
export function TestResult({ result: { category, ok, message, tookMs, transcript } }: { result: DeviceTest }) {
  return (
    <li class="setup-result">
      <Pill tone={ok ? "ok" : "danger"} glyph={ok ? "✓" : "▲"}>
        {t(ok ? "setup.passed" : "setup.failed")}
      </Pill>
      <strong>{t(`device.${category}`)}</strong>
      <span class="setup-own">{message}</span>
      <span class="number soft">{t("setup.took", { ms: count(tookMs) })}</span>
      <Transcript lines={transcript} />
    </li>
  );
}
