import { canonical } from "./canonical.ts";
import type { LedgerEvent } from "./events.ts";

/** Stands before the hash of an event when it is signed, so that no signature can stand for anything else. */
export const EVENT_DOMAIN = "parking-booth/event/v1\0";

/** What the hash of an event is taken of: its record in the form of RFC 8785. */
export function recordOf(event: LedgerEvent): string {
  const { actor, at, data, id, kind, lane, prev, seq } = event;
  return canonical({ actor, at, data, id, kind, lane, prev, seq });
}
