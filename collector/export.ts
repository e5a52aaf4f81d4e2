import { createHash } from "node:crypto";
import { csvLines } from "../common/node/csv-lines.ts";
import { sql } from "../common/node/db.ts";
import type { Needs } from "./context.ts";
import { cropPath } from "./crops.ts";
import { ITEM_COLUMNS, type ItemRow, metaOf } from "./items.ts";

/** Rows read at once; in between, others may write. */
const AT_ONCE = 500;

/** The columns of the labels as CSV. */
const COLUMNS = [
  "boothId",
  "itemId",
  "kind",
  "takenAt",
  "receivedAt",
  "reviewedAt",
  "cameraClass",
  "verdict",
  "orderId",
  "operatorHash",
  "operatorCategoryId",
  "operatorCategoryName",
  "operatorCategoryClasses",
  "crop",
  "cropSha256",
] as const;

/** Of a hundred items, how many are for training and how many for choosing between models; the rest is for the last test. */
const TRAIN_BELOW = 0.8;
const VALIDATE_BELOW = 0.9;

/** Told of so many more labels that were read. */
type OnRows = (count: number) => void;

/** Every item with a class, oldest first, as lines of CSV (RFC 4180) for a spreadsheet that takes none of it for a formula. */
export function* labelsCsv(collector: Needs<"db">, onRows?: OnRows): Generator<string> {
  yield csvLines([COLUMNS]);
  for (const rows of labelledRows(collector, onRows)) yield csvLines(rows.map(csvRow));
}

/** The same as JSON, one object a line, for a training: the crop's path and hash, its label, and which part it is of. */
export function* labelsJsonl(collector: Needs<"db">, onRows?: OnRows): Generator<string> {
  for (const rows of labelledRows(collector, onRows))
    yield rows.map((row) => `${JSON.stringify(jsonRow(row))}\n`).join("");
}

function* labelledRows({ db }: Needs<"db">, onRows: OnRows = () => {}): Generator<ItemRow[]> {
  const page = sql<ItemRow>(
    db,
    `SELECT ${ITEM_COLUMNS} FROM items i WHERE i.rowid > ? AND i.state = 'reviewed' ORDER BY i.rowid LIMIT ${AT_ONCE}`,
  );
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: ItemRow[] = page.all(after);
    onRows(rows.length);
    if (rows.length > 0) yield rows;
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.rowid;
  }
}

function csvRow(row: ItemRow): unknown[] {
  const meta = metaOf(row);
  const wash = meta.kind === "wash" ? meta : undefined;
  return [
    row.booth_id,
    row.item_id,
    row.kind,
    meta.takenAt,
    row.received_at,
    row.reviewed_at,
    meta.cameraClass,
    row.verdict,
    wash?.order.id,
    wash?.operator.hash,
    wash?.operatorCategory.id,
    wash?.operatorCategory.name,
    wash?.operatorCategory.classes.join(" "),
    cropPath(row.booth_id, row.item_id),
    row.crop_sha256,
  ];
}

function jsonRow(row: ItemRow): object {
  const { takenAt, cameraClass } = metaOf(row);
  return {
    boothId: row.booth_id,
    itemId: row.item_id,
    kind: row.kind,
    takenAt,
    crop: cropPath(row.booth_id, row.item_id),
    sha256: row.crop_sha256,
    label: row.verdict,
    cameraClass,
    split: splitOf(row.item_id),
  };
}

/**
 * To which part of a training's data an item belongs. It depends on the item's id alone, so an item never moves from one
 * part to another, however many come later.
 */
export function splitOf(itemId: string): "train" | "val" | "test" {
  const share = createHash("sha256").update(itemId).digest().readUInt32BE() / 2 ** 32;
  return share < TRAIN_BELOW ? "train" : share < VALIDATE_BELOW ? "val" : "test";
}
