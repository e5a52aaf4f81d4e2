import { t } from "../../../text/index.ts";
import { clockChange, type Part } from "./hours.ts";

/** Says that the clocks changed, where hours are shown that are missing or doubled by it. */
export function ClockNote({ parts }: { parts: readonly Part[] }) {
  const change = clockChange(parts);
  if (change === null) return null;
  return <p class="notice-line">{t(`reports.clock.${change}`)}</p>;
}
