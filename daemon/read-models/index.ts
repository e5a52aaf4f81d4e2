import type { LedgerEvent, Payload } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { days } from "./days.ts";
import { exceptions } from "./exceptions.ts";
import { occupancy } from "./occupancy.ts";
import { payments } from "./payments.ts";
import type { ReadModel } from "./read-model.ts";
import { revenue } from "./revenue.ts";
import { sessions } from "./sessions.ts";
import { shifts } from "./shifts.ts";
import { passes, subscriptions } from "./subscriptions.ts";
import { tariffs } from "./tariffs.ts";
import { totals } from "./totals.ts";
import { validations } from "./validations.ts";
import { washOrders } from "./wash-orders.ts";

/** All read models, in the order in which an event reaches them. */
export const READ_MODELS: readonly ReadModel[] = [
  tariffs,
  payments,
  sessions,
  subscriptions,
  passes,
  shifts,
  totals,
  revenue,
  occupancy,
  exceptions,
  days,
  validations,
  washOrders,
];

/** Those that came after the first ledgers: it is noted up to which event each of them is written. */
export const LATER_MODELS: readonly ReadModel[] = READ_MODELS.filter(({ addedLater }) => addedLater);

const NOTE_SEQ = `UPDATE read_models SET seq = ? WHERE name IN (${LATER_MODELS.map(({ name }) => `'${name}'`).join(", ")})`;

/** Writes what an event means into the tables that are read. */
export function applyEvent(db: Db, event: LedgerEvent): void {
  for (const model of READ_MODELS) applyTo(model, db, event);
  sql(db, NOTE_SEQ).run(event.seq);
}

/** Writes what an event means into the tables of one read model. */
export function applyTo(model: ReadModel, db: Db, event: LedgerEvent): void {
  const apply = model.apply[event.kind] as
    | ((db: Db, event: LedgerEvent, data: Payload<LedgerEvent["kind"]>) => void)
    | undefined;
  apply?.(db, event, event.data);
}
