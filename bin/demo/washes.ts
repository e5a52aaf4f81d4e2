import type { WashCategory } from "../../common/api/carwash.ts";
import type { Booth } from "../../daemon/context.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { readCategories, writeCategories } from "../../daemon/services/carwash/categories.ts";
import { listOrders, orderWash } from "../../daemon/services/carwash/orders.ts";
import { effectiveModulesOf } from "../../daemon/services/site-config.ts";
import { personAt } from "./people.ts";
import type { PlannedCar } from "./plan.ts";

/** What the demo's car wash sells, until somebody changes it. */
const CATEGORIES: readonly WashCategory[] = [
  { id: "motorcycle", name: "Motorcycle", classes: ["motorcycle"] },
  { id: "small", name: "Small car", classes: ["sedan", "hatchback"] },
  { id: "large", name: "Large car", classes: ["suv", "mpv", "pickup"] },
  { id: "van", name: "Van and bus", classes: ["van", "truck", "bus", "other"] },
];
/** One in so many cars is washed, and one in so many orders is for another category than the car's. */
const WASHED = 3;
const MISTAKEN = 4;
/** Orders of cars that were inside before anybody looked. */
const FIRST_ORDERS = 6;

/** Says what the car wash sells. */
export async function offerWashes(booth: Booth): Promise<void> {
  await writeCategories(booth, cliActor("demo"), { items: [...CATEGORIES] });
}

interface Inside {
  car: PlannedCar;
  sessionId: string;
}

export interface Washes {
  /** Orders for some of the cars that were inside when the demo began, unless there are orders already. */
  begin(inside: readonly Inside[]): Promise<void>;
  /** Orders a wash for a car that came in, if it is this one's turn. */
  offer(parked: Inside): Promise<void>;
}

/** Opens the car wash: orders as the people of the demo take them, most of them for what the car is. */
export function openWashes(booth: Booth): Washes {
  let cars = 0;
  let orders = 0;
  const order = async ({ car, sessionId }: Inside) => {
    const { items } = readCategories(booth);
    const fits = items.findIndex(({ classes }) => classes.includes(car.vehicleClass));
    orders += 1;
    const category = items[(fits + (orders % MISTAKEN === 0 ? 1 : 0)) % items.length];
    if (category === undefined || !effectiveModulesOf(booth).includes("carwash")) return;
    await orderWash(booth, personAt(booth, orders), { sessionId, categoryId: category.id });
  };
  return {
    async begin(inside) {
      if (listOrders(booth, { limit: 1 }).items.length > 0) return;
      for (const parked of inside.slice(-FIRST_ORDERS)) await order(parked);
    },
    async offer(parked) {
      cars += 1;
      if (cars % WASHED === 1) await order(parked);
    },
  };
}
