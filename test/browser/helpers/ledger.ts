import type { EventKind, LedgerEvent } from "../../../common/events.ts";
import { readEventsAfter } from "../../../daemon/ledger/read.ts";
import type { TestBooth } from "../../helpers/booth.ts";

/** All that the ledger holds, oldest first. */
export function entries(booth: TestBooth): LedgerEvent[] {
  return readEventsAfter(booth.booth.db, 0, 10_000);
}

/** The entries of one kind, oldest first. */
export function entriesOf<K extends EventKind>(booth: TestBooth, kind: K): LedgerEvent<K>[] {
  return entries(booth).filter((event): event is LedgerEvent<K> => event.kind === kind);
}
