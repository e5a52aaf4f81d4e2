import type { ItemPage, ItemState, ItemsQuery, Label, ReviewItem } from "../common/api/collector.ts";
import { refuse } from "../common/errors.ts";
import { sql } from "../common/node/db.ts";
import type { ReviewMeta } from "../common/review.ts";
import type { Needs } from "./context.ts";

/** A row of `items` as it is read. */
export interface ItemRow {
  rowid: number;
  booth_id: string;
  item_id: string;
  kind: ReviewMeta["kind"];
  meta_json: string;
  crop_sha256: string;
  received_at: string;
  state: ItemState;
  verdict: Label | null;
  reviewed_at: string | null;
  waits_since: string;
}

export const ITEM_COLUMNS =
  "i.rowid, i.booth_id, i.item_id, i.kind, i.meta_json, i.crop_sha256, i.received_at, i.state, i.verdict, i.reviewed_at, i.waits_since";

/** What waits for a reviewer: in these words, because the index of it is found by them. */
export const IS_WAITING = "i.state IN ('pending', 'skipped')";

/** The row of an item. Refuses with `not_found`. */
export function itemRow({ db }: Needs<"db">, boothId: string, itemId: string): ItemRow {
  const row = sql<ItemRow>(db, `SELECT ${ITEM_COLUMNS} FROM items i WHERE booth_id = ? AND item_id = ?`).get(
    boothId,
    itemId,
  );
  return row ?? refuse("not_found", "there is no such item");
}

/** What was sent with a crop. */
export const metaOf = (row: Pick<ItemRow, "meta_json">) => JSON.parse(row.meta_json) as ReviewMeta;

/** An item as reviewers see it; an entry has nothing of any operator. */
export function itemView(row: ItemRow): ReviewItem {
  const meta = metaOf(row);
  const item: ReviewItem = {
    boothId: row.booth_id,
    itemId: row.item_id,
    kind: row.kind,
    state: row.state,
    takenAt: meta.takenAt,
    receivedAt: row.received_at,
    cameraClass: meta.cameraClass,
    crop: `/crops/${row.booth_id}/${row.item_id}.jpg`,
    verdict: row.verdict,
    reviewedAt: row.reviewed_at,
  };
  if (meta.kind === "entry") return item;
  return { ...item, operatorCategory: meta.operatorCategory, operatorHash: meta.operator.hash };
}

/** What narrows a list: which booth, which kind. */
export interface Filter {
  booth?: string | undefined;
  kind?: ReviewMeta["kind"] | undefined;
}

/** The condition of a filter, with named parameters. */
export function conditionOf({ booth, kind }: Filter): { where: string; values: Record<string, string> } {
  const parts = [
    ...(booth === undefined ? [] : ["i.booth_id = @booth"]),
    ...(kind === undefined ? [] : ["i.kind = @kind"]),
  ];
  return {
    where: parts.map((part) => ` AND ${part}`).join(""),
    values: { ...(booth === undefined ? {} : { booth }), ...(kind === undefined ? {} : { kind }) },
  };
}

/** A page of items, newest first. */
export function listItems({ db }: Needs<"db">, query: ItemsQuery): ItemPage {
  const { limit, cursor, cameraClass } = query;
  const { where, values } = conditionOf(query);
  const narrow = [
    ...(query.state === undefined ? [] : ["i.state = @state"]),
    ...(query.verdict === undefined ? [] : ["i.verdict = @verdict"]),
    ...(query.operator === undefined ? [] : ["i.operator_hash = @operator"]),
    ...(cameraClass === undefined ? [] : ["i.camera_class IS @cameraClass"]),
    ...(cursor === undefined ? [] : ["i.rowid < @cursor"]),
  ];
  const { state = null, verdict = null, operator = null } = query;
  const rows = sql<ItemRow>(
    db,
    `SELECT ${ITEM_COLUMNS} FROM items i WHERE true${where}${narrow.map((part) => ` AND ${part}`).join("")}
      ORDER BY i.rowid DESC LIMIT @most`,
  ).all({
    ...values,
    state,
    verdict,
    operator,
    cameraClass: cameraClass === "none" ? null : (cameraClass ?? null),
    cursor: cursor ?? null,
    most: limit + 1,
  });
  const items = rows.slice(0, limit);
  return { items: items.map(itemView), next: rows.length > limit ? String(items.at(-1)?.rowid) : null };
}
