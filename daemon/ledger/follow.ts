import type { LedgerEvent } from "../../common/events.ts";
import type { Db } from "../../common/node/db.ts";
import { readEventsAfter } from "./read.ts";
import { readHead } from "./writer.ts";

const STEP = 500;

/** Follows the chain by `seq`: each event once and in order, whichever process appended it. */
export interface Follower {
  /**
   * Looks for new events now. Called when the bus says so, and now and then for other processes' events; may be called
   * from within `onEvent`. What `onEvent` throws comes out here, and the next poll goes on after that event.
   */
  poll(): void;
  position(): number;
}

/** Starts after `from`, or after the head when it is not given. */
export function followEvents(db: Db, onEvent: (event: LedgerEvent) => void, from?: number): Follower {
  let position = from ?? readHead(db)?.seq ?? 0;
  let polling = false;
  let again = false;

  const readOn = () => {
    for (;;) {
      const events = readEventsAfter(db, position, STEP);
      for (const event of events) {
        position = event.seq;
        onEvent(event);
      }
      if (events.length < STEP && !again) return;
      again = false;
    }
  };

  return {
    position: () => position,
    poll() {
      again = polling;
      if (polling) return;
      polling = true;
      try {
        readOn();
      } finally {
        polling = false;
      }
    },
  };
}
