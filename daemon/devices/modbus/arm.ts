import type { BarrierState } from "../../../common/api/lanes.ts";

/** An input of the unit and what it says when it is on. */
export interface Input {
  address: number;
  inverted: boolean;
}

/** The inputs a lane has; each may be missing. */
export interface Inputs {
  presence: Input | null;
  open: Input | null;
  closed: Input | null;
}

/** What the inputs say, inversion taken off; null for one that is missing. */
export type Seen = { readonly [K in keyof Inputs]: boolean | null };

/** The addresses that have to be read in one go, from the lowest to the highest; null without inputs. */
export function spanOf(inputs: Inputs): { first: number; count: number } | null {
  const addresses = Object.values(inputs).flatMap((input: Input | null) => (input ? [input.address] : []));
  if (addresses.length === 0) return null;
  const first = Math.min(...addresses);
  return { first, count: Math.max(...addresses) - first + 1 };
}

/** Reads what the inputs say from the values of their span. */
export function seenFrom(inputs: Inputs, first: number, values: readonly boolean[]): Seen {
  const of = (input: Input | null) => (input ? values[input.address - first] !== input.inverted : null);
  return { presence: of(inputs.presence), open: of(inputs.open), closed: of(inputs.closed) };
}

/**
 * The arm as its end switches show it: between both it moves, at both at once they are wrong. With one switch alone
 * an arm that is not down is open, and one that is not up may be anywhere.
 */
export function armOf({ open, closed }: Seen, isHeld: boolean): BarrierState {
  if (open === true && closed === true) return "fault";
  if (open === true || (open === null && closed === false)) return isHeld ? "held" : "open";
  if (closed === true) return "closed";
  return closed === false ? "moving" : "unknown";
}
