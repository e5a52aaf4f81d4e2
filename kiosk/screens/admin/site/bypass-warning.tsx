import type { SiteConfig } from "../../../../common/api/site.ts";
import { now } from "../../../clock.ts";
import { timeOfDay } from "../../../parts/values.tsx";
import { zone } from "../../../session.ts";
import { day } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";

/** Says at the head of the page that the presence check is off, whatever is about to be saved. */
export function BypassWarning({ stored }: { stored: SiteConfig | undefined }) {
  if (stored?.entryPresenceBypass !== true) return null;
  const until = stored.entryPresenceBypassUntil;
  if (until !== null && Date.parse(until) <= now()) return <p class="soft">{t("site.presence.over")}</p>;
  return (
    <p class="site-warning" role="status">
      <span aria-hidden="true">▲ </span>
      {until === null
        ? t("site.presence.on_for_ever")
        : t("site.presence.on", { time: `${day(until, zone.value)} ${timeOfDay(until)}` })}
    </p>
  );
}
