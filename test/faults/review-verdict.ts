import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openDb } from "../../common/node/db.ts";
import type { Queued } from "./review-packages.ts";

interface Row {
  item_id: string;
  meta_json: string;
  crop_sha256: string;
}

/** Looks whether a collector has exactly what was queued: a row and a file for each, with its meta and its bytes. */
export function judgeCollector(dataDir: string, boothId: string, queued: readonly Queued[]): string[] {
  const violations: string[] = [];
  const db = openDb(join(dataDir, "collector.db"), { readonly: true });
  const rows = db.prepare("SELECT item_id, meta_json, crop_sha256 FROM items").all() as Row[];
  db.close();
  const files = filesIn(join(dataDir, "crops"));
  const incoming = filesIn(join(dataDir, "incoming"));
  if (rows.length !== queued.length) violations.push(`${rows.length} rows of ${queued.length}`);
  if (files.length !== queued.length) violations.push(`${files.length} files of ${queued.length}`);
  if (incoming.length > 0) violations.push(`${incoming.length} files were left half way`);
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  for (const { meta, sha256 } of queued) {
    const row = byId.get(meta.itemId);
    const path = join(dataDir, "crops", boothId, `${meta.itemId}.jpg`);
    if (row === undefined) violations.push(`${meta.itemId} has no row`);
    else if (row.crop_sha256 !== sha256) violations.push(`${meta.itemId}: the row names another crop`);
    else if (!isDeepStrictEqual(JSON.parse(row.meta_json), meta))
      violations.push(`${meta.itemId}: its meta is another`);
    if (!existsSync(path)) violations.push(`${meta.itemId} has no file`);
    else if (createHash("sha256").update(readFileSync(path)).digest("hex") !== sha256)
      violations.push(`${meta.itemId}: its file is another`);
  }
  return violations;
}

interface State {
  sent: number;
  dropped: number;
  items: number;
}

/** Looks whether a booth has sent everything, once, and kept nothing. */
export function judgeBooth(dataDir: string, queued: readonly Queued[]): string[] {
  const db = openDb(join(dataDir, "booth.db"), { readonly: true });
  const state = db
    .prepare(
      `SELECT sent, dropped_wash + dropped_entry AS dropped, (SELECT count(*) FROM review_items) AS items FROM review_state`,
    )
    .get() as State;
  db.close();
  const left = filesIn(join(dataDir, "review"));
  return [
    ...(state.sent === queued.length ? [] : [`the booth counts ${state.sent} sent of ${queued.length}`]),
    ...(state.dropped === 0 ? [] : [`the booth dropped ${state.dropped}`]),
    ...(state.items === 0 ? [] : [`${state.items} wait or are set aside at the booth`]),
    ...(left.length === 0 ? [] : [`${left.length} crops were left at the booth`]),
  ];
}

/** The names of the files of a folder and of those in it. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
