import { type Db, sql } from "../../common/node/db.ts";

/** The one site of a booth, as its row. */
export interface SiteRow {
  id: string;
  name: string;
  address: string;
  timezone: string;
  currency: string;
  language: string;
  capacity: number | null;
  receipt_header: string;
  receipt_footer: string;
  tax_label: string;
  modules_json: string | null;
  entry_presence_bypass: number;
  entry_presence_bypass_until: string | null;
  plate_retention_days: number;
}

/** Reads the site. */
export function siteOf(db: Db): SiteRow {
  const row = sql<SiteRow>(db, "SELECT * FROM sites LIMIT 1").get();
  if (!row) throw new Error("the site row is missing");
  return row;
}
