import type { LedgerEvent, Payload } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import { payments } from "./payments.ts";
import type { ReadModel } from "./read-model.ts";
import { sessions } from "./sessions.ts";
import { shifts } from "./shifts.ts";
import { passes, subscriptions } from "./subscriptions.ts";
import { tariffs } from "./tariffs.ts";
import { totals } from "./totals.ts";

/** All read models, in the order in which an event reaches them. */
export const READ_MODELS: readonly ReadModel[] = [tariffs, payments, sessions, subscriptions, passes, shifts, totals];

/** Writes what an event means into the tables that are read. */
export function applyEvent(db: Db, event: LedgerEvent): void {
  for (const model of READ_MODELS) {
    const apply = model.apply[event.kind] as
      | ((db: Db, event: LedgerEvent, data: Payload<LedgerEvent["kind"]>) => void)
      | undefined;
    apply?.(db, event, event.data);
  }
}
