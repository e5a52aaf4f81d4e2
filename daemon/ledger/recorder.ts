import type { EventActor } from "../../common/events.ts";

/** Who asks for something to be recorded, and, for a request that may come twice, how to know it again. */
export interface Recorder {
  readonly type: EventActor["type"];
  readonly id: string;
  readonly once?: { readonly key: string; readonly fingerprint: string };
}

/** The booth itself, for what nobody asked for. */
export const SYSTEM: Recorder = { type: "system", id: "booth" };
