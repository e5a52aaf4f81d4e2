import { DAY } from "../../common/pricing/duration.ts";
import type { VehicleClass } from "../../common/review.ts";
import type { Actor, Booth } from "../../daemon/context.ts";
import { readSite } from "../../daemon/services/site-config.ts";
import { localDate } from "../../daemon/services/site-days.ts";
import { createSubscription } from "../../daemon/services/subscriptions.ts";
import type { PlannedCar } from "./plan.ts";

/** One in so many cars that come is a subscriber's. */
const EVERY = 5;

interface Subscriber {
  holder: string;
  plates: string[];
  credentials?: string[];
  carsInside?: number;
  /** When it ends, in days from the start of the demo. */
  endsInDays: number;
  blockedReason?: string;
}

/** The card that is held out, because of a plate that no camera can read: facility and number of an open 26-bit card. */
const CARD = "118-1603";
const CARDS: Readonly<Record<string, string>> = { M6649GT: CARD };

/** Their plates begin with a letter, and so are like no visitor's. */
const SUBSCRIBERS: readonly Subscriber[] = [
  { holder: "Anna Vogel", plates: ["M4471KX"], credentials: ["118-1602"], endsInDays: 200 },
  { holder: "Harbour Bakery Ltd", plates: ["M3306HR", "M3307HR", "M3309HR"], carsInside: 2, endsInDays: 340 },
  { holder: "Peter Lindqvist", plates: ["M9174LW"], endsInDays: 90, blockedReason: "invoice unpaid since October" },
  { holder: "Ines Duarte", plates: ["M6649GT"], credentials: [CARD], endsInDays: 5 },
];

/** Cars of subscribers that are inside when the demo begins: two of the company's three. */
const INSIDE_AT_FIRST = ["M3306HR", "M3307HR"];
/** Whose turn it is when a subscriber comes; the one that is blocked comes now and then too. */
const TURNS = ["M4471KX", "M3309HR", "M6649GT", "M3306HR", "M9174LW", "M3307HR"];
const CLASSES: Readonly<Record<string, VehicleClass>> = {
  M3306HR: "van",
  M3307HR: "van",
  M3309HR: "van",
  M6649GT: "suv",
};

/** Makes the demo's subscriptions, as if they were agreed a month ago. */
export async function addSubscribers(booth: Booth, actor: Actor): Promise<void> {
  const { timezone } = readSite(booth);
  const day = (days: number) => localDate(timezone, booth.clock.now() + days * DAY);
  await Promise.all(
    SUBSCRIBERS.map(({ holder, plates, credentials = [], carsInside = 1, endsInDays, blockedReason = null }) =>
      createSubscription(booth, actor, {
        holder,
        plates,
        credentials,
        validFrom: day(-30),
        validTo: day(endsInDays),
        lanes: null,
        hours: null,
        carsInside,
        status: blockedReason === null ? "active" : "blocked",
        blockedReason,
        antiPassback: "off",
      }),
    ),
  );
}

/** A subscriber's car in place of a planned one: known by its plate or its card, and back soon. */
function carOf(plate: string, planned: PlannedCar): PlannedCar {
  const vehicleClass = CLASSES[plate] ?? "sedan";
  return {
    ...planned,
    plate,
    vehicleClass,
    misread: null,
    leavesBy: "plate",
    card: CARDS[plate] ?? null,
    isBrief: true,
  };
}

/** The company's cars that are inside at first, behind the first visitors who leave. */
export function subscribersInside(next: () => PlannedCar): PlannedCar[] {
  return INSIDE_AT_FIRST.map((plate) => carOf(plate, next()));
}

/** The cars that come, with a subscriber's now and then: the same for the same seed. */
export function withSubscribers(next: () => PlannedCar): () => PlannedCar {
  let count = 0;
  return () => {
    count += 1;
    const plate = count % EVERY === 0 ? TURNS[(count / EVERY - 1) % TURNS.length] : undefined;
    return plate === undefined ? next() : carOf(plate, next());
  };
}
