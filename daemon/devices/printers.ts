import type { Devices } from "./devices.ts";
import type { LaneBoard } from "./lane-board.ts";
import type { OpenDevice } from "./open-device.ts";
import { DRAWER_KICK, NothingPrintedError } from "./print-document.ts";

/** A driver gives up before; a print that outlives this has an unknown end. */
const PRINT_MS = 30_000;
/** A drawer that opens later than this opens when nobody looks. */
const DRAWER_MS = 5000;

type Printer = OpenDevice<"printer">;

/** What printers are asked for. None of it rejects: a failure shows as the printer's fault. */
export function printersOf(
  boards: ReadonlyMap<string, LaneBoard>,
): Pick<Devices, "print" | "printerState" | "openDrawer"> {
  /** The lane's own printer, or the first of the site that will do. */
  const find = (laneId: string | null, willDo: (printer: Printer) => boolean = () => true): Printer | null => {
    const own = laneId === null ? undefined : boards.get(laneId);
    const inOrder = [...boards.values()].sort((a, b) => a.show().position - b.show().position);
    const printers = [...(own ? [own] : []), ...inOrder].map((board) => board.device("printer"));
    return printers.find((printer) => printer !== null && willDo(printer)) ?? null;
  };
  return {
    // As the driver sees it: a print that failed is no reason not to try the next one.
    printerState(laneId) {
      const printer = find(laneId);
      return printer && (printer.device()?.status().state ?? "fault");
    },
    async print(laneId, document) {
      const printer = find(laneId);
      if (!printer) return "no_printer";
      if (!printer.device()) return "nothing";
      return printer
        .use((device) => device.print(document), PRINT_MS, "the print")
        .then(
          () => "printed" as const,
          (error: unknown) => (error instanceof NothingPrintedError ? "nothing" : "unknown"),
        );
    },
    async openDrawer(laneId) {
      const printer = find(laneId, (one) => one.device()?.hasDrawer ?? false);
      if (!printer) return false;
      return printer
        .use((device) => device.print(DRAWER_KICK), DRAWER_MS, "opening the cash drawer")
        .then(
          () => true,
          () => false,
        );
    },
  };
}
