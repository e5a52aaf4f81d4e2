import type { ModbusUnit } from "./unit.ts";

/** How much longer than its pulse a device that ends pulses by itself may take before the booth ends one. */
const GRACE_MS = 500;

export interface CoilParts {
  unit: ModbusUnit;
  address: number;
  /** How long a pulse lasts. */
  pulseMs: number;
  /** Whether the device ends a pulse by itself; `start` begins one that is not begun by switching the coil on. */
  byDevice: boolean;
  start?: ((still: AbortSignal) => Promise<void>) | undefined;
}

/**
 * One relay. It is on while a pulse or a hold lasts, and off at any other time: whatever failed in between, `settle`
 * is called until the device has confirmed that.
 */
export interface Coil {
  /** Begins a pulse; resolves once the device took it. A pulse of a relay that is held is nothing. */
  pulse(still: AbortSignal): Promise<void>;
  /** Switches on until `rest`. */
  hold(still: AbortSignal): Promise<void>;
  /** Switches off, whatever it was on for; rejects when the device does not confirm it, and it stays unsettled. */
  rest(): Promise<void>;
  /** Unless it is settled or just busy: writes what the relay is meant to be and reads it back. */
  settle(): Promise<void>;
  /** The device may have forgotten what the relay was; it is to be settled. */
  unsettle(): void;
  /** Whether the device has confirmed that the relay is off, and nothing is being asked of it. */
  isOff(): boolean;
  isHeld(): boolean;
}

const quietly = (promise: Promise<void>) => void promise.catch(() => undefined);

async function writeAndRead(unit: ModbusUnit, address: number, on: boolean, still?: AbortSignal): Promise<boolean> {
  await unit.writeCoil(address, on, still);
  return unit.readCoil(address);
}

/** A relay that the booth knows nothing of yet: `settle` switches it off. */
export function openCoil({ unit, address, pulseMs, byDevice, start }: CoilParts): Coil {
  let isHeld = false;
  let isSettled = false;
  /** How much is asked of the device about this relay just now. */
  let asking = 0;
  let ending: NodeJS.Timeout | undefined;
  /** Counts what was asked of the relay, so that an earlier answer is not taken for a later one's. */
  let turn = 0;

  const stopWaiting = () => {
    clearTimeout(ending);
    ending = undefined;
  };
  /** Answers whether the relay is as it is meant to be now, or null when something else was asked of it meanwhile. */
  const ask = async (on: boolean, question: () => Promise<boolean>): Promise<boolean | null> => {
    turn += 1;
    const mine = turn;
    isSettled = false;
    asking += 1;
    const isOn = await question().finally(() => {
      asking -= 1;
    });
    if (mine !== turn) return null;
    if (isOn !== on) throw new Error(`relay ${address} does not switch ${on ? "on" : "off"}`);
    return true;
  };
  const confirm = async () => {
    const on = isHeld;
    isSettled = (await ask(on, () => writeAndRead(unit, address, on))) ?? isSettled;
  };
  const endPulse = () => {
    stopWaiting();
    quietly(confirm());
  };
  const switchOn = async (question: () => Promise<boolean>): Promise<boolean> => {
    try {
      return (await ask(true, question)) ?? false;
    } catch (error) {
      // It may be on, for the answer was lost or said no: off at once, or as soon as that can be said.
      isHeld = false;
      endPulse();
      throw error;
    }
  };
  const beginPulse = async (still: AbortSignal): Promise<boolean> => {
    if (!byDevice) return writeAndRead(unit, address, true, still);
    await (start?.(still) ?? unit.writeCoil(address, true, still));
    return true;
  };
  return {
    async pulse(still) {
      if (isHeld) return confirm();
      stopWaiting();
      if (!(await switchOn(() => beginPulse(still)))) return;
      ending = setTimeout(endPulse, byDevice ? pulseMs + GRACE_MS : pulseMs);
    },
    async hold(still) {
      if (isHeld) return confirm();
      stopWaiting();
      isHeld = true;
      isSettled = await switchOn(() => writeAndRead(unit, address, true, still));
    },
    rest() {
      stopWaiting();
      isHeld = false;
      return confirm();
    },
    async settle() {
      if (!isSettled && asking === 0 && !ending) await confirm();
    },
    unsettle() {
      isSettled = false;
    },
    isOff: () => isSettled && !isHeld && asking === 0 && !ending,
    isHeld: () => isHeld,
  };
}
