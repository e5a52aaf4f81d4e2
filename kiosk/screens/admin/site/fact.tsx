import { site } from "../../../session.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";

/** What the overview says of the site: how many cars are inside. */
export function SiteFact() {
  if (site.value === null) return null;
  const { carsInside, capacity } = site.value;
  const inside = count(carsInside);
  if (capacity === null) return <>{t("site.fact.uncounted", { inside })}</>;
  return <>{t("site.fact", { inside, capacity: count(capacity) })}</>;
}
