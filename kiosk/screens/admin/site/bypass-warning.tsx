import type { SiteConfig } from "../../../../common/api/site.ts";
import { now } from "../../../clock.ts";
import { timeOfDay } from "../../../parts/values.tsx";
import { zone } from "../../../session.ts";
import { day } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";

interface BypassWarningProps {
  stored: SiteConfig | undefined;
  /** For a card: only while it is off, and without what that brings. */
  short?: boolean;
}

/** Says that the presence check is off, and until when, whatever is about to be saved. */
export function BypassWarning({ stored, short = false }: BypassWarningProps) {
  if (stored?.entryPresenceBypass !== true) return null;
  const until = stored.entryPresenceBypassUntil;
  const over = until !== null && Date.parse(until) <= now();
  if (over) return short ? null : <p class="soft">{t("site.presence.over")}</p>;
  const text = short ? shortText(until) : fullText(until);
  const warning = (
    <>
      <span aria-hidden="true">▲ </span>
      {text}
    </>
  );
  if (short) return <strong class="site-off">{warning}</strong>;
  return (
    <p class="site-warning" role="status">
      {warning}
    </p>
  );
}

function fullText(until: string | null): string {
  return until === null ? t("site.presence.on_for_ever") : t("site.presence.on", { time: endText(until) });
}

function shortText(until: string | null): string {
  return until === null ? t("site.presence.off_for_ever") : t("site.presence.off", { time: endText(until) });
}

function endText(until: string): string {
  return `${day(until, zone.value)} ${timeOfDay(until)}`;
}
