import type { ModbusRelay } from "./modbus-relay.ts";

/** Where the arm is wired to the board; coils and inputs count from 0. */
export const WIRING = { openCoil: 0, closeCoil: 1, presenceInput: 0, openInput: 1, closedInput: 2 } as const;

export interface BarrierArm {
  /** Puts a vehicle onto the loop, or takes it off. */
  setPresence(present: boolean): void;
  isUp(): boolean;
  close(): void;
}

/** A barrier's arm on a board: goes up when its relay is switched on, and down by itself once nothing keeps it up. */
export function mountArm(board: ModbusRelay, { moveMs = 700, openMs = 4000 } = {}): BarrierArm {
  const { openCoil, closeCoil, presenceInput, openInput, closedInput } = WIRING;
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number, step: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(step, ms).unref();
  };
  const set = (open: boolean, closed: boolean) => {
    board.inputs[openInput] = open;
    board.inputs[closedInput] = closed;
  };
  const goDown = () => {
    if (board.coils[openCoil] || board.inputs[presenceInput]) return later(openMs, goDown);
    set(false, false);
    later(moveMs, () => set(false, true));
  };
  const goUp = () => {
    if (!board.inputs[openInput]) set(false, false);
    later(moveMs, () => {
      set(true, false);
      later(openMs, goDown);
    });
  };
  board.onWrite(({ fc, address, value }) => {
    const isOn = fc === 5 && value !== 0;
    if (isOn && address === openCoil) goUp();
    if (isOn && address === closeCoil) goDown();
  });
  set(false, true);
  return {
    setPresence(present) {
      board.inputs[presenceInput] = present;
    },
    isUp: () => board.inputs[openInput] === true,
    close: () => clearTimeout(timer),
  };
}
