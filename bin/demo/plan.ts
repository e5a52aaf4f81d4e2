import type { VehicleClass } from "../../common/review.ts";

/** One car of the demo, from its entry to its exit. */
export interface PlannedCar {
  plate: string;
  vehicleClass: VehicleClass;
  /** How sure the camera is of the plate at the entry. */
  confidence: number;
  /** The plate as the exit camera reads it, where it takes characters for others that look alike. */
  misread: string | null;
  /** What the driver leaves with: most are known by their plate, some hold out the ticket. */
  leavesBy: "plate" | "ticket";
  /** A subscriber's card, which is held out at both lanes instead of a plate that can be read. */
  card: string | null;
  /** Whether it only turns around: it leaves within the free minutes. */
  isBrief: boolean;
  /** How long before the demo a car came that is inside when it begins. */
  minutesInside: number;
  /** Pauses before the next car comes in, and before this one drives up to the exit. */
  entryPauseMs: number;
  exitPauseMs: number;
}

/** Letters and digits that cameras take for each other, both ways. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  "0": "O",
  "1": "I",
  "8": "B",
  "5": "S",
  "2": "Z",
  B: "8",
  S: "5",
  Z: "2",
};
const CONSONANTS = "BCDFGHJKLMNPRSTVWXYZ";
const CLASSES: readonly VehicleClass[] = [
  "sedan",
  "sedan",
  "sedan",
  "hatchback",
  "hatchback",
  "hatchback",
  "suv",
  "suv",
  "mpv",
  "van",
  "pickup",
  "motorcycle",
];

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
function openChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The cars of the demo without end, the same for the same seed; no two have plates that a camera could mix up. */
export function* planTraffic(seed: number): Generator<PlannedCar, never> {
  const chance = openChance(seed);
  const below = (limit: number) => Math.floor(chance() * limit);
  const between = (low: number, high: number) => low + below(high - low + 1);
  const shapes = new Set<string>();
  for (;;) {
    const digits = String(between(1000, 9989));
    const letters = Array.from({ length: 3 }, () => CONSONANTS[below(CONSONANTS.length)] ?? "B").join("");
    const plate = `${digits}${letters}`;
    const car: PlannedCar = {
      plate,
      vehicleClass: CLASSES[below(CLASSES.length)] ?? "sedan",
      confidence: between(91, 99) / 100,
      misread: chance() < 0.15 ? misreadOf(plate, below(7)) : null,
      leavesBy: chance() < 0.15 ? "ticket" : "plate",
      card: null,
      isBrief: chance() < 0.12,
      minutesInside: between(65, 290),
      entryPauseMs: between(20_000, 40_000),
      exitPauseMs: between(4_000, 9_000),
    };
    const shape = shapeOf(plate);
    if (shapes.has(shape)) continue;
    shapes.add(shape);
    yield car;
  }
}

/** A plate with one character taken for another, the first that can be from a place on; null if none can. */
function misreadOf(plate: string, from: number): string | null {
  for (let step = 0; step < plate.length; step += 1) {
    const at = (from + step) % plate.length;
    const other = LOOK_ALIKE[plate.charAt(at)];
    if (other) return plate.slice(0, at) + other + plate.slice(at + 1);
  }
  return null;
}

function shapeOf(plate: string): string {
  return [...plate].map((character) => (character < "A" ? (LOOK_ALIKE[character] ?? character) : character)).join("");
}
