import { timeOfDay } from "../../../parts/values.tsx";
import { site, zone } from "../../../session.ts";
import { listed } from "../../../text/format.ts";
import { language } from "../../../text/index.ts";

/** A day and time of the site with its year: `1 Jun 2026, 00:00`. */
export function momentText(at: string | number): string {
  const form: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone: zone.value };
  const day = new Intl.DateTimeFormat(`${language.value}-u-nu-latn`, form).format(new Date(at));
  return listed([day, timeOfDay(at)]);
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <bdi class="number">{momentText(at)}</bdi>
    </time>
  );
}

/** The site's currency and zone, which every price needs. */
export function placeOfSite(): { currency: string; timezone: string } {
  return { currency: site.value?.currency ?? "EUR", timezone: zone.value };
}
