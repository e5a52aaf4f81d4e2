import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "../common/node/db.ts";
import type { Collector, Needs } from "./context.ts";
import { CROPS } from "./crops.ts";
import { MOST_AT_ONCE } from "./package-body.ts";

const ENDING = ".jpg";

/**
 * Removes crops that a crash left without a row: the booth was never told that they are here, and may have dropped their
 * package since. To be called before packages are taken in. More than can have been on their way at once are no work of a
 * crash: then this is not the database of these crops, and all of them stay.
 */
export async function sweepStrayCrops(
  collector: Needs<"db" | "log"> & { config: Pick<Collector["config"], "dataDir"> },
) {
  const { config, log } = collector;
  const strays = await findStrays(collector, join(config.dataDir, CROPS));
  if (strays.length > MOST_AT_ONCE) {
    log.error({ strays: strays.length, example: strays[0] }, "crops without a row: is this their database? they stay");
    return;
  }
  for (const path of strays) await rm(path);
  if (strays.length > 0) log.warn({ removed: strays.length }, "crops without a row were removed");
}

async function findStrays({ db }: Needs<"db">, folder: string): Promise<string[]> {
  const known = sql(db, "SELECT 1 FROM items WHERE booth_id = ? AND item_id = ?");
  const strays: string[] = [];
  for (const booth of await readdir(folder, { withFileTypes: true })) {
    if (!booth.isDirectory()) continue;
    const own = join(folder, booth.name);
    const crops = (await readdir(own)).filter((name) => name.endsWith(ENDING));
    const lacking = crops.filter((name) => known.get(booth.name, basename(name, ENDING)) === undefined);
    strays.push(...lacking.map((name) => join(own, name)));
  }
  return strays;
}
