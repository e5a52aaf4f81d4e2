import { site, zone } from "../../../session.ts";

/** The site's currency and zone, which every price needs. */
export function placeOfSite(): { currency: string; timezone: string } {
  return { currency: site.value?.currency ?? "EUR", timezone: zone.value };
}
