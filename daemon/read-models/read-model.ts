import type { EventKind, LedgerEvent, Payload } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";

/** The tables that some kinds of events write, live and again when the ledger is replayed; nobody else writes them. */
export interface ReadModel {
  readonly name: string;
  readonly tables: readonly string[];
  /**
   * Set for a model that came after the first ledgers: where it is new, it alone is filled from the events. So it may read
   * of the tables of others only what a later event does not change.
   */
  readonly addedLater?: true;
  readonly apply: { readonly [K in EventKind]?: (db: Db, event: LedgerEvent<K>, data: Payload<K>) => void };
}
