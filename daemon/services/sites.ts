import { type Db, sql } from "../../common/node/db.ts";
import { readTotals } from "../read-models/totals.ts";

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
  backup_keep_last: number | null;
  backup_keep_daily_days: number | null;
  backup_target_dir: string | null;
  backup_schedule: string | null;
}

/** Reads the site. */
export function siteOf(db: Db): SiteRow {
  const row = sql<SiteRow>(db, "SELECT * FROM sites LIMIT 1").get();
  if (!row) throw new Error("the site row is missing");
  return row;
}

export interface Occupancy {
  carsInside: number;
  capacity: number | null;
  /** Every space is taken; never, where nobody counts the spaces. */
  full: boolean;
}

/** Cars inside against the capacity. */
export function occupancyOf(db: Db): Occupancy {
  const { capacity } = siteOf(db);
  const carsInside = readTotals(db).inside;
  return { carsInside, capacity, full: capacity !== null && carsInside >= capacity };
}
