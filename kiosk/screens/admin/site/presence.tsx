import type { SiteConfig } from "../../../../common/api/site.ts";
import { now } from "../../../clock.ts";
import { zone } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Check, Input } from "../parts/fields.tsx";
import { momentText } from "../parts/moment.tsx";
import { instantOfWall, wallClockOf } from "../parts/site-time.ts";
import type { PartProps } from "./part.ts";

const HOUR_MS = 3_600_000;
/** Long enough for a repair, and it ends by itself. */
const USUALLY_HOURS = 4;

/** Letting cars in although no device says that one stands there: on, off, and until when. */
export function Presence({ draft, site, mark }: PartProps) {
  const { entryPresenceBypass: on, entryPresenceBypassUntil: until } = site;
  const past = on && until !== null && Date.parse(until) <= now();
  const change = (part: Partial<SiteConfig>) => {
    draft.change(part);
    const end = part.entryPresenceBypassUntil;
    mark("entryPresenceBypassUntil", end != null && Date.parse(end) <= now());
  };
  const turn = (entryPresenceBypass: boolean) =>
    change({ entryPresenceBypass, entryPresenceBypassUntil: entryPresenceBypass ? usualEnd() : null });
  return (
    <section class="form-part" aria-label={t("site.presence")}>
      <h2>{t("site.presence")}</h2>
      <p class="soft">{t("site.presence.what")}</p>
      <div class="form-grid">
        <Check label={t("site.field.entryPresenceBypass")} checked={on} onChange={turn} />
        {on ? (
          <Input
            type="datetime-local"
            label={t("site.field.entryPresenceBypassUntil")}
            helper={<Until at={until} />}
            error={draft.problems.entryPresenceBypassUntil ?? (past ? t("site.presence.past") : null)}
            value={until === null ? "" : wallClockOf(until, zone.value)}
            onInput={(field) => change({ entryPresenceBypassUntil: instantOfWall(field, zone.value) })}
          />
        ) : null}
      </div>
    </section>
  );
}

/** The browser writes a time its own way, with a clock of 12 hours perhaps: in words it is the same for everybody. */
function Until({ at }: { at: string | null }) {
  return (
    <>
      {at === null ? null : <strong>{momentText(at)} · </strong>}
      {t("site.presence.until")}
    </>
  );
}

/** The full hour after some hours. */
function usualEnd(): string {
  return new Date((Math.floor(now() / HOUR_MS) + USUALLY_HOURS) * HOUR_MS).toISOString();
}
