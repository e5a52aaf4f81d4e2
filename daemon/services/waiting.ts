import type { Lane } from "../../common/api/lanes.ts";
import type { LedgerEvent } from "../../common/events.ts";
import type { Needs } from "../context.ts";

/** Shows at its lane that a vehicle which waited to pay may leave, because its stay was closed at the booth. */
export function showLeaving(booth: Needs<"devices">, event: LedgerEvent<"session_close">): void {
  const { sessionId, how } = event.data;
  for (const { id, waiting } of booth.devices.lanes()) {
    if (waiting?.sessionId !== sessionId || waiting.state !== "due") continue;
    booth.devices.setWaiting(id, { ...waiting, state: how === "paid" ? "paid" : "free", quote: null });
  }
}

/** Takes a vehicle off the screen once its lane reports that it has driven on. Answers how to stop. */
export function watchDepartures(booth: Needs<"bus" | "devices">): () => void {
  const occupied = new Set<string>();
  return booth.bus.on("lane", ({ id, presence, waiting }: Lane) => {
    if (presence === true) occupied.add(id);
    else if (presence === false && occupied.delete(id) && waiting) booth.devices.setWaiting(id, null);
  });
}
