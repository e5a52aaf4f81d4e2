import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "../../common/api/lanes.ts";
import type { Booth } from "../../daemon/context.ts";

const LOOK_MS = 100;

/** One lane of the demo, as its devices and its drivers see it. */
export interface DemoLane {
  /** Waits; ends with an AbortError when the demo does. */
  pause(ms: number): Promise<void>;
  /** Posts what a device reports, by the same open way that real devices use. */
  report(kind: "camera" | "qr" | "presence", body: object, crop?: Uint8Array<ArrayBuffer>): Promise<void>;
  show(): Lane | null;
  /** Waits until the lane looks like this, or for so long; tells whether it does. */
  until(holds: (lane: Lane) => boolean, ms?: number): Promise<boolean>;
  /** The vehicle drives through the open barrier, which closes behind it. */
  driveThrough(): Promise<void>;
}

/** Plays the devices of one lane until `signal` ends the demo. */
export function openDemoLane(booth: Booth, url: string, id: string, signal: AbortSignal): DemoLane {
  const pause = (ms: number) => sleep(ms, undefined, { signal });
  const lane: DemoLane = {
    pause,
    async report(kind, body, crop) {
      const headers: Record<string, string> = crop ? {} : { "content-type": "application/json" };
      const init = { method: "POST", headers, body: crop ? formOf(body, crop) : JSON.stringify(body), signal };
      const answer = await fetch(`${url}/api/ingress/${kind}/${id}`, init);
      await answer.arrayBuffer();
      if (answer.status !== 202)
        booth.log.warn({ lane: id, kind, status: answer.status }, "the demo's read was turned away");
    },
    show: () => booth.devices.lane(id),
    async until(holds, ms = Number.POSITIVE_INFINITY) {
      const deadline = booth.clock.monotonic() + ms;
      for (;;) {
        const shown = lane.show();
        if (shown && holds(shown)) return true;
        if (booth.clock.monotonic() > deadline) return false;
        await pause(LOOK_MS);
      }
    },
    async driveThrough() {
      await lane.until(({ barrier }) => barrier === "open" || barrier === "held", 4000);
      await pause(1800);
      await lane.report("presence", { present: false });
      // One that is held open by hand stays so, and traffic goes on.
      await lane.until(({ barrier }) => barrier === "closed" || barrier === "held", 10_000);
    },
  };
  return lane;
}

/** A camera's read with its picture, as multipart. */
function formOf(meta: object, crop: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set("meta", JSON.stringify(meta));
  form.set("crop", new Blob([crop], { type: "image/jpeg" }), "crop.jpg");
  return form;
}
