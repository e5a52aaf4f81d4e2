import type { SiteConfig } from "../../../../common/api/site.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { site } from "../../../session.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { BypassWarning } from "./bypass-warning.tsx";

/** What the overview says of the site: how many cars are inside, and that the presence check is off while it is. */
export function SiteFact() {
  const stored = useLoad(() => get<SiteConfig>("/api/site-config"), "site-config").value;
  return (
    <>
      <Inside /> <BypassWarning stored={stored} short />
    </>
  );
}

function Inside() {
  if (site.value === null) return null;
  const { carsInside, capacity } = site.value;
  const inside = count(carsInside);
  if (capacity === null) return <>{t("site.fact.uncounted", { inside })}</>;
  return <>{t("site.fact", { inside, capacity: count(capacity) })}</>;
}
