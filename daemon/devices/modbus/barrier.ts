import type { Intent } from "../../../common/words.ts";
import { sentenceOf, withDeadline } from "../deadline.ts";
import type { DriverParts } from "../define-driver.ts";
import type { AccessControlDevice } from "../interfaces.ts";
import { addressText } from "../tcp/sentences.ts";
import { armOf, type Inputs, type Seen, seenFrom, spanOf } from "./arm.ts";
import { type CloseTimer, openCloseTimer } from "./close-timer.ts";
import { type Coil, openCoil } from "./coil.ts";
import { type ModbusUnit, openModbusUnit } from "./unit.ts";

/** An intent that could not be passed on within this time is not passed on later. */
const PASS_ON_MS = 2000;
/** How long switching off may take when the device is closed. */
const OFF_MS = 1500;
const NOTHING_SEEN: Seen = { presence: null, open: null, closed: null };

/** The settings of a barrier behind a relay board; addresses count from 0. */
export interface BarrierConfig {
  host: string;
  port: number;
  unit: number;
  openCoil: number;
  closeCoil: number | undefined;
  pulseMs: number;
  pulseBy: "booth" | "device";
  pulseRegister: number | undefined;
  pulseValue: number;
  presenceInput: number | undefined;
  presenceInverted: boolean;
  openInput: number | undefined;
  openInverted: boolean;
  closedInput: number | undefined;
  closedInverted: boolean;
  closeAfterMs: number;
  pollMs: number;
  timeoutMs: number;
}

const inputOf = (address: number | undefined, inverted: boolean) =>
  address === undefined ? null : { address, inverted };

function inputsOf(config: BarrierConfig): Inputs {
  return {
    presence: inputOf(config.presenceInput, config.presenceInverted),
    open: inputOf(config.openInput, config.openInverted),
    closed: inputOf(config.closedInput, config.closedInverted),
  };
}

/** A unit that from a moment on only switches off: an intent that waits in line while a lane is closed is refused. */
function switchingOff(unit: ModbusUnit, isOver: () => boolean): ModbusUnit {
  const refused = () => Promise.reject(new Error("the device was closed"));
  return {
    ...unit,
    writeCoil: (address, on, still) => (on && isOver() ? refused() : unit.writeCoil(address, on, still)),
    writeRegister: (address, value, still) => (isOver() ? refused() : unit.writeRegister(address, value, still)),
  };
}

function coilsOf(unit: ModbusUnit, config: BarrierConfig): { opening: Coil; closing: Coil | null } {
  const { openCoil: address, closeCoil, pulseMs, pulseBy, pulseRegister, pulseValue } = config;
  const byDevice = pulseBy === "device";
  const start =
    pulseRegister === undefined
      ? undefined
      : (still: AbortSignal) => unit.writeRegister(pulseRegister, pulseValue, still);
  return {
    opening: openCoil({ unit, address, pulseMs, byDevice, start }),
    closing: closeCoil === undefined ? null : openCoil({ unit, address: closeCoil, pulseMs, byDevice }),
  };
}

/**
 * A barrier behind a relay board. Relays are off at the start and at the end, and after every connection the first
 * thing said is what they are meant to be, so that none stays on because the board or the cable failed in between.
 */
export function openModbusBarrier(config: BarrierConfig, parts: DriverParts): AccessControlDevice {
  const { testing = false, clock, onChange, onTranscript } = parts;
  const inputs = inputsOf(config);
  const span = spanOf(inputs);
  let seen = NOTHING_SEEN;
  let problem: string | null = null;
  let next: NodeJS.Timeout | undefined;
  let isClosed = false;

  const onUp = () => {
    if (testing) return;
    clearTimeout(next);
    seen = NOTHING_SEEN;
    for (const coil of coils) coil.unsettle();
    void watch();
  };
  const unit = openModbusUnit({ ...config, onUp, onChange, onTranscript });
  const { opening, closing } = coilsOf(
    switchingOff(unit, () => isClosed),
    config,
  );
  // The one that closes first, so that both are never on.
  const coils = closing ? [closing, opening] : [opening];
  const timer = openCloseTimer(clock, config.closeAfterMs);

  const look = async (): Promise<Seen> => {
    if (!span) {
      await unit.readCoil(config.openCoil);
      return NOTHING_SEEN;
    }
    return seenFrom(inputs, span.first, await unit.readInputs(span.first, span.count));
  };
  const show = (change: { seen?: Seen; problem: string | null }) => {
    const before = JSON.stringify([seen, problem]);
    seen = change.seen ?? seen;
    problem = change.problem;
    if (JSON.stringify([seen, problem]) !== before) onChange();
  };
  const watch = async () => {
    try {
      for (const coil of coils) await coil.settle();
      show({ seen: await look(), problem: null });
      if (timer.isDue(seen.presence)) await obey("close");
    } catch (error) {
      show({ problem: sentenceOf(error) });
    }
    // A connection that has ended starts the watch again when it is back.
    if (!isClosed && unit.status().state === "ready") next = setTimeout(() => void watch(), config.pollMs);
  };
  const obey = openObedience(opening, closing, timer);
  const isReady = () => unit.status().state === "ready";
  return {
    signal: obey,
    async probe() {
      onTranscript?.(`connect to ${addressText(config.host, config.port)}, unit ${config.unit}`);
      await unit.up();
      const isOn = await unit.readCoil(config.openCoil);
      return foundText(config, isOn, span ? await look() : NOTHING_SEEN);
    },
    barrier: () => (isReady() ? armOf(seen, opening.isHeld()) : "unknown"),
    presence: () => (isReady() ? seen.presence : null),
    status: () => (isReady() && problem !== null ? { state: "fault", message: problem } : unit.status()),
    async close() {
      isClosed = true;
      clearTimeout(next);
      const off = testing ? [] : coils.map((coil) => coil.rest());
      await withDeadline(Promise.allSettled(off), OFF_MS, "late").catch(() => undefined);
      await unit.close();
    },
  };
}

/** What each intent does to the relays, one intent after the other. */
function openObedience(opening: Coil, closing: Coil | null, timer: CloseTimer): (intent: Intent) => Promise<void> {
  let tail: Promise<unknown> = Promise.resolve();
  // To open is the safe way: it is tried although the other relay is not known to be off.
  const restFirst = async () => {
    if (closing && !closing.isOff()) await closing.rest().catch(() => undefined);
  };
  const obey: Readonly<Record<Intent, (still: AbortSignal) => Promise<void>>> = {
    async open(still) {
      await restFirst();
      await opening.pulse(still);
      // A barrier that is held stays held, also over an open for the next car.
      if (!opening.isHeld()) timer.start();
    },
    async hold(still) {
      timer.stop();
      await restFirst();
      await opening.hold(still);
    },
    async release() {
      if (!opening.isHeld()) return;
      timer.start();
      await opening.rest();
    },
    async close(still) {
      timer.stop();
      await opening.rest();
      await closing?.pulse(still);
    },
  };
  return (intent) => {
    const still = AbortSignal.timeout(PASS_ON_MS);
    const turn = tail.then(() => obey[intent](still));
    tail = turn.catch(() => undefined);
    return turn;
  };
}

/** One sentence on what a probe found. */
function foundText({ host, port, unit, openCoil: relay }: BarrierConfig, isOn: boolean, seen: Seen): string {
  const arm = armOf(seen, false);
  const words = [
    `relay ${relay} is ${isOn ? "on" : "off"}`,
    ...(arm === "unknown" ? [] : [`the arm is ${arm === "fault" ? "up and down at once" : arm}`]),
    ...(seen.presence === null ? [] : [seen.presence ? "a vehicle stands there" : "no vehicle stands there"]),
  ];
  return `Unit ${unit} at ${addressText(host, port)} answers: ${words.join(", ")}.`;
}
