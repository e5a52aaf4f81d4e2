import { VEHICLE_CLASSES, type VehicleClass, type Verdict } from "../../../common/review.ts";

/** Keys with a meaning of their own, which no class gets: U unusable, S skip, Z and Backspace undo. */
const TAKEN = /[uszb]/;
const DIGITS = [..."123456789"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => !TAKEN.test(letter));

/** The key of each class, in the order of the vocabulary: 1 to 9, then letters. */
export const CLASS_KEYS: ReadonlyMap<VehicleClass, string> = new Map(
  VEHICLE_CLASSES.map((name, index) => [name, [...DIGITS, ...LETTERS][index] ?? ""]),
);

export type Command =
  | { do: "verdict"; verdict: Verdict }
  | { do: "undo" | "help" | "close" | "zoom-in" | "zoom-out" | "fit" | "darker" | "brighter" }
  | { do: "pan"; x: number; y: number };

const VERDICTS = new Map<string, Verdict>([
  ...[...CLASS_KEYS].map(([name, key]): [string, Verdict] => [key, name]),
  ["u", "unusable"],
  ["s", "skip"],
]);

const OTHERS: Readonly<Record<string, Command>> = {
  z: { do: "undo" },
  Backspace: { do: "undo" },
  "?": { do: "help" },
  Escape: { do: "close" },
  "+": { do: "zoom-in" },
  "=": { do: "zoom-in" },
  "-": { do: "zoom-out" },
  "0": { do: "fit" },
  "[": { do: "darker" },
  "]": { do: "brighter" },
  ArrowLeft: { do: "pan", x: 1, y: 0 },
  ArrowRight: { do: "pan", x: -1, y: 0 },
  ArrowUp: { do: "pan", x: 0, y: 1 },
  ArrowDown: { do: "pan", x: 0, y: -1 },
};

/** The same by the place of the key, for layouts where digits or brackets need Shift or AltGr. */
const PLACES: Readonly<Record<string, Command>> = { BracketLeft: { do: "darker" }, BracketRight: { do: "brighter" } };

interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
}

/** What a key asks for; undefined for a key without a meaning. */
export function commandOf({ key, code, shiftKey }: Pressed): Command | undefined {
  // By place first: on a French keyboard the unshifted 6 types a minus.
  const digit = shiftKey ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return byName(digit ?? key) ?? PLACES[code];
}

function byName(key: string): Command | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const verdict = VERDICTS.get(name);
  if (verdict) return { do: "verdict", verdict };
  return Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
}
