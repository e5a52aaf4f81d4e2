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
  /** Whether a pulse is under way. */
  isBusy(): boolean;
  isHeld(): boolean;
}

const quietly = (promise: Promise<void>) => void promise.catch(() => undefined);

/** A relay that the booth knows nothing of yet: `settle` switches it off. */
export function openCoil({ unit, address, pulseMs, byDevice, start }: CoilParts): Coil {
  let isHeld = false;
  let isSettled = false;
  let isSwitching = false;
  let ending: NodeJS.Timeout | undefined;
  /** Counts what was asked of the relay, so that an earlier answer is not taken for a later one's. */
  let turn = 0;

  const stopWaiting = () => {
    clearTimeout(ending);
    ending = undefined;
  };
  const confirm = async () => {
    turn += 1;
    const mine = turn;
    const meant = isHeld;
    isSettled = false;
    await unit.writeCoil(address, meant);
    const isOn = await unit.readCoil(address);
    if (mine !== turn) return;
    if (isOn !== meant) throw new Error(`relay ${address} does not switch ${meant ? "on" : "off"}`);
    isSettled = true;
  };
  const endPulse = () => {
    stopWaiting();
    quietly(confirm());
  };
  /** Answers whether nothing else was asked of the relay meanwhile. */
  const switchOn = async (begin: () => Promise<void>, isReadBack: boolean): Promise<boolean> => {
    turn += 1;
    const mine = turn;
    isSettled = false;
    isSwitching = true;
    try {
      await begin();
      if (isReadBack && !(await unit.readCoil(address)) && mine === turn)
        throw new Error(`relay ${address} does not switch on`);
    } catch (error) {
      // It may be on, for the answer was lost or said no: off at once, or as soon as that can be said.
      isHeld = false;
      endPulse();
      throw error;
    } finally {
      isSwitching = false;
    }
    return mine === turn;
  };
  const coilOn = (still: AbortSignal) => () => unit.writeCoil(address, true, still);
  return {
    async pulse(still) {
      if (isHeld) return confirm();
      stopWaiting();
      if (!(await switchOn(start ? () => start(still) : coilOn(still), !byDevice))) return;
      ending = setTimeout(endPulse, byDevice ? pulseMs + GRACE_MS : pulseMs);
    },
    async hold(still) {
      stopWaiting();
      isHeld = true;
      isSettled = await switchOn(coilOn(still), true);
    },
    rest() {
      stopWaiting();
      isHeld = false;
      return confirm();
    },
    settle: async () => {
      if (!isSettled && !isSwitching && !ending) await confirm();
    },
    unsettle() {
      isSettled = false;
    },
    isBusy: () => isSwitching || ending !== undefined,
    isHeld: () => isHeld,
  };
}
