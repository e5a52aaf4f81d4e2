import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type {
  WashOffer,
  WashOrder,
  WashOrderList,
  WashOrderQuery,
  WashOrderRequest,
} from "../../../common/api/carwash.ts";
import { refuse } from "../../../common/errors.ts";
import type { Payload } from "../../../common/events.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { VehicleClass, WashMeta } from "../../../common/review.ts";
import type { Actor, Needs } from "../../context.ts";
import { operatorHashOf, plateRefOf } from "../../ledger/keys.ts";
import type { Transaction } from "../../ledger/ledger.ts";
import { readEvent } from "../../ledger/read.ts";
import { isCrop } from "../reviews/crops.ts";
import { commitWithCrop, isQueueing, type QueueBooth } from "../reviews/queue.ts";
import { picturePath, type SessionRow, sessionById, sessionInside } from "../session-rows.ts";
import { sessionOfPlate } from "../sessions.ts";
import { categoryById, readCategories } from "./categories.ts";

type OrderBooth = QueueBooth & Needs<"config">;

/**
 * Orders a wash for a car that is inside: one `wash_order` with the operator's choice beside the class the entry's camera
 * named. With a picture of the entry, a package of it goes to be reviewed, in the same transaction; where the picture
 * cannot be kept, the wash is ordered without it. Refuses with `not_found`, `session_closed`, and `invalid_input` for a
 * category that is not there.
 */
export async function orderWash(booth: OrderBooth, actor: Actor, request: WashOrderRequest): Promise<WashOrder> {
  const found = stayOf(booth, booth.db, request);
  categoryById(booth.db, request.categoryId);
  const itemId = randomUUID();
  const jpeg = isQueueing(booth) ? await entryPicture(booth, found.id) : null;
  const order = (tx: Transaction, queued: boolean) => record(booth, tx, request, itemId, queued);
  if (!isCrop(jpeg)) return booth.ledger.commit(actor, (tx) => order(tx, false));
  return commitWithCrop(booth, actor, { itemId, jpeg, sessionId: found.id }, (tx, queue, isSaved) => {
    const made = order(tx, isSaved);
    queue(packageOf(booth, actor, made, stayOf(booth, tx.db, request)));
    return made;
  });
}

function stayOf(booth: Needs<"ledger">, db: Db, { sessionId, plate }: WashOrderRequest): SessionRow {
  if (sessionId !== undefined) return sessionInside(db, sessionId);
  const stay = plate === undefined ? null : sessionOfPlate(db, plateRefOf(booth.ledger.keys, plate));
  return stay ?? refuse("not_found", "no car with this plate is inside");
}

async function entryPicture(booth: Needs<"config">, sessionId: string): Promise<Buffer | null> {
  return readFile(picturePath(booth.config.dataDir, sessionId)).catch(() => null);
}

function record(
  booth: Needs<"ledger">,
  tx: Transaction,
  request: WashOrderRequest,
  orderId: string,
  queued: boolean,
): WashOrder {
  const stay = stayOf(booth, tx.db, request);
  const category = categoryById(tx.db, request.categoryId);
  const data = { orderId, sessionId: stay.id, category, cameraClass: cameraClassOf(tx.db, stay), queued };
  const { seq } = tx.append("wash_order", data, stay.entry_lane);
  return orderOf(rowAt(tx.db, seq));
}

/** What the camera at the entry named, by the ledger. */
function cameraClassOf(db: Db, stay: SessionRow): VehicleClass | null {
  const opened = readEvent(db, stay.opened_seq)?.data as Payload<"session_open"> | undefined;
  return (opened?.cameraClass ?? null) as VehicleClass | null;
}

/** What the collector is told. The package has the order's id: there is one of each order. */
function packageOf(booth: OrderBooth, actor: Actor, order: WashOrder, stay: SessionRow): WashMeta {
  return {
    kind: "wash",
    itemId: order.id,
    boothId: booth.config.boothId,
    takenAt: stay.entered_at,
    cameraClass: order.cameraClass,
    order: { id: order.id },
    operator: { hash: operatorHashOf(booth.ledger.keys, actor.id) },
    operatorCategory: order.category,
  };
}

interface OrderRow {
  seq: number;
  id: string;
  session_id: string;
  plate: string | null;
  category_id: string;
  category_name: string;
  category_classes: string;
  camera_class: string | null;
  queued: number;
  ordered_at: string;
  ordered_by: string;
  ordered_by_name: string;
}

const SELECT = `SELECT o.*, p.plate, coalesce(u.display_name, o.ordered_by) AS ordered_by_name FROM wash_orders o
  LEFT JOIN sessions s ON s.id = o.session_id LEFT JOIN plates p ON p.ref = s.plate_ref
  LEFT JOIN users u ON u.id = o.ordered_by`;

function rowAt(db: Db, seq: number): OrderRow {
  return (
    sql<OrderRow>(db, `${SELECT} WHERE o.seq = ?`).get(seq) ?? refuse("not_found", "there is no order with this number")
  );
}

function orderOf(row: OrderRow): WashOrder {
  return {
    id: row.id,
    seq: row.seq,
    sessionId: row.session_id,
    plate: row.plate,
    category: {
      id: row.category_id,
      name: row.category_name,
      classes: JSON.parse(row.category_classes) as VehicleClass[],
    },
    cameraClass: row.camera_class as VehicleClass | null,
    queued: row.queued === 1,
    orderedAt: row.ordered_at,
    orderedBy: row.ordered_by,
    orderedByName: row.ordered_by_name,
  };
}

/** Washes that were ordered, the newest first; of a stay also what can be ordered. Refuses with `not_found`. */
export function listOrders({ db }: Needs<"db">, { limit, cursor, session }: WashOrderQuery): WashOrderList {
  const offer = session === undefined ? undefined : offerFor(db, session);
  const rows = sql<OrderRow>(
    db,
    `${SELECT} WHERE o.seq < ? AND (? IS NULL OR o.session_id = ?) ORDER BY o.seq DESC LIMIT ?`,
  ).all(cursor ?? Number.MAX_SAFE_INTEGER, session ?? null, session ?? null, limit + 1);
  const items = rows.slice(0, limit).map(orderOf);
  const next = rows.length > limit ? String(items.at(-1)?.seq) : null;
  return offer === undefined ? { items, next } : { items, next, offer };
}

function offerFor(db: Db, sessionId: string): WashOffer {
  return { categories: readCategories({ db }).items, cameraClass: cameraClassOf(db, sessionById(db, sessionId)) };
}
