import type { DeviceStatus } from "../interfaces.ts";
import { openTransactions, type Transact, type TransactionParts } from "./transactions.ts";

/** One unit at a Modbus TCP address: coils to switch, inputs to look at. Every call rejects with a sentence. */
export interface ModbusUnit {
  /** FC01. */
  readCoil(address: number): Promise<boolean>;
  /** FC02. */
  readInputs(first: number, count: number): Promise<readonly boolean[]>;
  /** FC05. Not sent any more once `still` has aborted. */
  writeCoil(address: number, on: boolean, still?: AbortSignal): Promise<void>;
  /** FC06. Not sent any more once `still` has aborted. */
  writeRegister(address: number, value: number, still?: AbortSignal): Promise<void>;
  status(): DeviceStatus;
  /** Resolves once it is connected. */
  up(): Promise<unknown>;
  close(): Promise<void>;
}

export interface UnitParts extends TransactionParts {
  onTranscript?: ((line: string) => void) | undefined;
}

const word = (on: boolean) => (on ? "on" : "off");

function assertEcho(isSame: boolean): void {
  if (!isSame) throw new Error("the answer repeats another request");
}

function firstOf(values: unknown, count: number): boolean[] {
  if (!Array.isArray(values) || values.length < count) throw new Error("the answer is too short");
  return values.slice(0, count).map(Boolean);
}

/** Connects to a unit and stays connected. */
export function openModbusUnit({ onTranscript: tell, ...parts }: UnitParts): ModbusUnit {
  const { link, transact } = openTransactions(parts);
  const told = async <T>(what: string, answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer;
      tell?.(`${what}: ${Array.isArray(value) ? value.map(word).join(" ") : "done"}`);
      return value;
    } catch (error) {
      tell?.(`${what}: ${(error as Error).message}`);
      throw error;
    }
  };
  return {
    async readCoil(address) {
      const [on] = await told(`FC01 coil ${address}`, readCoils(transact, address));
      return on === true;
    },
    readInputs: (first, count) => told(`FC02 input ${first}, ${count} in all`, readInputs(transact, first, count)),
    writeCoil: (address, on, still) =>
      told(`FC05 coil ${address} ${word(on)}`, writeCoil(transact, address, on, still)),
    writeRegister: (address, value, still) =>
      told(`FC06 register ${address} = ${value}`, writeRegister(transact, address, value, still)),
    status: link.status,
    up: () => link.up(),
    close: () => link.close(),
  };
}

const readCoils = (transact: Transact, address: number) =>
  transact(async (client) => firstOf((await client.readCoils(address, 1)).response.body.valuesAsArray, 1));

const readInputs = (transact: Transact, first: number, count: number) =>
  transact(async (client) => {
    const { response } = await client.readDiscreteInputs(first, count);
    return firstOf(response.body.valuesAsArray, count);
  });

const writeCoil = (transact: Transact, address: number, on: boolean, still?: AbortSignal) =>
  transact(async (client) => {
    const { body } = (await client.writeSingleCoil(address, on)).response;
    assertEcho(body.address === address && Boolean(body.value) === on);
  }, still);

const writeRegister = (transact: Transact, address: number, value: number, still?: AbortSignal) =>
  transact(async (client) => {
    const { body } = (await client.writeSingleRegister(address, value)).response;
    assertEcho(body.address === address && body.value === value);
  }, still);
