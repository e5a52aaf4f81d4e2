import type { Clock } from "../../../common/node/clock.ts";
import { openBackoff } from "../backoff.ts";
import { sentenceOf } from "../deadline.ts";
import { openQueue } from "./one-at-a-time.ts";

const RETRY = { firstMs: 500, mostMs: 10_000 };
/** How much longer than its pulse a board that ends pulses by itself may take before the booth ends one. */
const GRACE_MS = 500;
/** An intent that could not be passed on within this time is not passed on later: the car may be another. */
const PASS_ON_MS = 1500;
/** An `on` whose answer was lost may reach a slow board after the `off`, which is sent so many times more: over 20 s. */
const DOUBTS = 6;

export interface RelayParts {
  on(): Promise<void>;
  off(): Promise<void>;
  /** Begins a pulse that the board ends by itself; null where the booth has to. */
  pulse: (() => Promise<void>) | null;
  pulseMs: number;
  clock: Clock;
  onChange(): void;
}

/**
 * One relay, asked one thing at a time. It is on while a pulse or a hold lasts and off at any other time: an `off` that
 * is owed, because the relay was or may have been switched on, is repeated until the board has taken it.
 */
export interface Relay {
  /** Begins a pulse; resolves once the board took it. For a relay that is held it is nothing. */
  pulse(): Promise<void>;
  /** Switches on until `rest`. */
  hold(): Promise<void>;
  /** Switches off. Rejects when the board did not take it; it is tried again then. */
  rest(): Promise<void>;
  /** Does something else with the board between two intents. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** What the board says of the relay; where it is not what is meant, it is told again. */
  see(isOn: boolean): void;
  isHeld(): boolean;
  /** Why an `off` is still owed, or null. */
  trouble(): string | null;
  /** Switches off what may be on, without waiting in line; what waits there to switch on is refused. */
  close(): Promise<void>;
}

/** The `off` that is owed to a relay which was, or may have been, switched on. */
function openDebt(off: () => Promise<void>, isMeant: () => boolean, onChange: () => void) {
  const backoff = openBackoff(RETRY);
  let isOwed = false;
  let isForgiven = false;
  let doubts = 0;
  let trouble: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const payLater = (ms: number) => {
    clearTimeout(timer);
    if (isForgiven) return;
    timer = setTimeout(() => void pay().catch(() => undefined), ms).unref();
  };
  const pay = async (): Promise<void> => {
    clearTimeout(timer);
    isOwed = true;
    try {
      await off();
      if (!isMeant()) return;
      trouble = null;
      isOwed = doubts > 0;
      doubts = Math.max(0, doubts - 1);
      if (isOwed) payLater(backoff.next());
      else backoff.reset();
    } catch (error) {
      trouble = `the relay may still be on, and is being switched off: ${sentenceOf(error)}`;
      if (isMeant()) payLater(backoff.next());
      throw error;
    } finally {
      onChange();
    }
  };
  return {
    pay,
    payLater,
    /** It is going to be switched on: not now, but some time. */
    owe() {
      clearTimeout(timer);
      isOwed = true;
    },
    doubt() {
      doubts = DOUBTS;
    },
    /** The device is being closed: nothing is tried again. */
    forgive() {
      isForgiven = true;
      clearTimeout(timer);
    },
    isOwed: () => isOwed,
    trouble: () => trouble,
  };
}

/** A relay nothing is known of: `rest` is owed to it. */
export function openRelay({ on, off, pulse, pulseMs, clock, onChange }: RelayParts): Relay {
  const inTurn = openQueue();
  let meant: "off" | "pulse" | "held" = "off";
  let isClosed = false;
  /** The switching on that the board is being asked for. */
  let asking: Promise<unknown> | null = null;
  const isOff = () => meant === "off";
  // Another intent may have come while an `off` stood in line; it owes its own.
  const debt = openDebt(() => inTurn(async () => void (isOff() && (await off()))), isOff, onChange);

  const rest = (): Promise<void> => {
    meant = "off";
    return debt.pay();
  };
  const switchOn = async (goal: "pulse" | "held", work: () => Promise<void>): Promise<void> => {
    const asked = clock.monotonic();
    meant = goal;
    debt.owe();
    try {
      await inTurn(async () => {
        if (isClosed) throw new Error("the device was closed");
        if (clock.monotonic() - asked > PASS_ON_MS) throw new Error("the board was busy for too long");
        asking = work().finally(() => {
          asking = null;
        });
        await asking;
      });
    } catch (error) {
      debt.doubt();
      if (!isClosed) void rest().catch(() => undefined);
      throw error;
    }
  };
  return {
    async pulse() {
      if (meant === "held") return;
      await switchOn("pulse", pulse ?? on);
      if (meant !== "pulse") return;
      meant = "off";
      debt.payLater(pulse ? pulseMs + GRACE_MS : pulseMs);
    },
    hold: () => switchOn("held", on),
    rest,
    inTurn,
    see(isOn) {
      if (meant === "held" && !isOn) void switchOn("held", on).catch(() => undefined);
      if (isOff() && isOn && !debt.isOwed()) void rest().catch(() => undefined);
    },
    isHeld: () => meant === "held",
    trouble: debt.trouble,
    async close() {
      isClosed = true;
      meant = "off";
      debt.forgive();
      const asked = asking;
      if (debt.isOwed()) await off().catch(() => undefined);
      // The board may have taken the two the other way round.
      if (asked) await asked.catch(() => undefined).then(() => off().catch(() => undefined));
    },
  };
}
