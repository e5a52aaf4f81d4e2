import type { Intent } from "../../../common/words.ts";
import type { DriverParts } from "../define-driver.ts";
import type { AccessControlDevice } from "../interfaces.ts";
import { type LinkSettings, openDeviceLink } from "./device-link.ts";
import { openRelay } from "./relay.ts";
import { type BoardConfig, openRelayBoard } from "./relay-board.ts";
import { openWatch } from "./watch.ts";

/** The settings of a barrier behind a relay board that speaks HTTP. */
export interface HttpBarrierConfig extends BoardConfig, LinkSettings {
  statusMeans: "relay" | "arm";
  checkMs: number;
}

/** A barrier behind a relay board. Opened for good, the relay is switched off first: nobody has asked for more yet. */
export function openHttpBarrier(config: HttpBarrierConfig, parts: DriverParts): AccessControlDevice {
  const { hostname, host } = new URL(config.address);
  const link = openDeviceLink(hostname, config, parts.onTranscript);
  const board = openRelayBoard(config, link);
  const isArm = config.statusMeans === "arm";
  let isUp: boolean | null = null;

  const look = async (): Promise<boolean | null> => {
    try {
      const isOn = await relay.inTurn(board.look);
      if (isArm) isUp = isOn;
      else if (isOn !== null && !parts.testing) relay.see(isOn);
      return isOn;
    } catch (error) {
      isUp = null;
      throw error;
    }
  };
  const watch = openWatch(parts, config.checkMs, look);
  const { pulseMs } = config;
  const { clock, onChange } = parts;
  const noted = (work: () => Promise<void>) => () => watch.note(work());
  const pulse = board.pulse && noted(board.pulse);
  const relay = openRelay({ on: noted(board.on), off: noted(board.off), pulse, pulseMs, clock, onChange });
  if (!parts.testing) void relay.rest().catch(() => undefined);

  const obey: Readonly<Record<Intent, () => Promise<void>>> = {
    open: relay.pulse,
    hold: relay.hold,
    release: relay.rest,
    async close() {
      await relay.rest();
      if (board.close) await watch.note(relay.inTurn(board.close));
    },
  };
  return {
    signal: (intent) => obey[intent](),
    async probe() {
      const isOn = await watch.note(look());
      if (isOn === null) return `Something answers at ${host}; without a path of the status no more can be told.`;
      if (isArm) return `The board at ${host} says that the barrier is ${isOn ? "open" : "closed"}.`;
      return `The board at ${host} says that the relay is ${isOn ? "on" : "off"}.`;
    },
    barrier: () => (isUp === null ? "unknown" : !isUp ? "closed" : relay.isHeld() ? "held" : "open"),
    presence: () => null,
    status() {
      const trouble = relay.trouble();
      const seen = watch.status();
      return trouble !== null && seen.state === "ready" ? { state: "fault", message: trouble } : seen;
    },
    async close() {
      watch.close();
      await relay.close();
      await link.close();
    },
  };
}
