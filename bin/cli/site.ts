import type { SiteConfig } from "../../common/api/site.ts";
import type { Cli } from "./cli.ts";
import { environmentOf } from "./environment.ts";
import { withDatabase } from "./open.ts";

/** The site's configuration, for whoever may read the database and holds no key. */
export async function readSiteWithoutKeys(cli: Cli): Promise<SiteConfig> {
  const { readModulesEntitled } = await import("../../daemon/settings.ts");
  const modulesEntitled = readModulesEntitled(await environmentOf(cli));
  return withDatabase(cli, async (db) => {
    const { readSiteConfig } = await import("../../daemon/services/site-config.ts");
    return readSiteConfig({ db, config: { modulesEntitled } });
  });
}
