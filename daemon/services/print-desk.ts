import { countPrintJobs } from "./print-jobs.ts";
import { type PrintBooth, printWaiting } from "./printing.ts";

/** Prints in the background, one pass at a time. */
export interface PrintDesk {
  /** Looks whether anything can be printed now. Never throws. */
  wake(): void;
}

/** The desk of a booth whose devices are open. What waits is told on the bus when its number changes. */
export function openPrintDesk(booth: PrintBooth): PrintDesk {
  let running = false;
  let again = false;
  let told = 0;

  const pass = async () => {
    if (booth.ledger.state().ok) await printWaiting(booth);
    const waiting = countPrintJobs(booth.db);
    if (waiting !== told) booth.bus.announce("prints", { waiting });
    told = waiting;
  };
  const run = async () => {
    running = true;
    try {
      do {
        again = false;
        await pass();
      } while (again && booth.db.open);
    } catch (error) {
      // Closed in the middle: what was begun is on disk as such, and comes when the booth opens.
      if (booth.db.open) booth.log.error({ err: error }, "what waits could not be printed");
    } finally {
      running = false;
    }
  };
  return {
    wake() {
      again = true;
      if (!running && booth.db.open) void run();
    },
  };
}
