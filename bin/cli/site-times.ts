import type { Db } from "../../common/node/db.ts";

/** An instant on the site's wall clock, to the second; null for none. */
export type SiteTimes = (instant: string | null | undefined) => string | null;

/** How people are told instants: as RFC 3339 with the site's offset, which options such as --since take too. */
export async function siteTimes(db: Db): Promise<SiteTimes> {
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { wallTime } = await import("../../daemon/services/site-days.ts");
  const { timezone } = siteOf(db);
  return (instant) => (instant ? wallTime(timezone, Date.parse(instant), "seconds") : null);
}
