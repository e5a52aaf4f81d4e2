import type { Booth } from "../../daemon/context.ts";
import { readSession } from "../../daemon/services/sessions.ts";
import { readSite } from "../../daemon/services/site-config.ts";
import { serveGuests } from "./bar.ts";
import type { LaneHardware } from "./hardware/lane.ts";
import type { DemoHardware } from "./hardware.ts";
import { type DemoLane, openDemoLane } from "./lane.ts";
import { pictureOf } from "./picture.ts";
import type { PlannedCar } from "./plan.ts";
import { ENTRY, EXIT, type ParkedCar } from "./stage.ts";
import { openWashes, type Washes } from "./washes.ts";

const FIRST_ENTRY_MS = 3000;
const FIRST_EXIT_MS = 6500;
/** No more than this many cars are let in, so that the site never fills up while nobody takes money. */
const MOST_INSIDE = 200;
/** A camera reports a car again that still stands there after this time. */
const READ_AGAIN_MS = 21_000;
/** How long a driver waits at an exit that does not know the plate before holding out the ticket. */
const PATIENCE_MS = 7000;

export interface Traffic {
  booth: Booth;
  url: string;
  hardware: DemoHardware;
  /** Cars inside when it begins, the next to leave first. */
  inside: ParkedCar[];
  next(): PlannedCar;
  /** How much faster than usual cars come. */
  rate: number;
  signal: AbortSignal;
}

interface Scene extends Traffic {
  /** The plates of the cars that are inside or about to leave. */
  here: Set<string>;
  washes: Washes;
}

/** Lets cars come and go until the signal; a car that owes money waits for the cashier, and the next one behind it. */
export async function runTraffic(traffic: Traffic): Promise<void> {
  const { booth, hardware, inside, rate, signal } = traffic;
  const washes = openWashes(booth);
  const scene: Scene = { ...traffic, here: new Set(inside.map(({ car }) => car.plate)), washes };
  await washes.begin(inside);
  await serveGuests(booth, inside);
  const keepGoing = async (id: string, of: LaneHardware, drive: (lane: DemoLane) => Promise<void>) => {
    const lane = openDemoLane(traffic, id, of, signal);
    while (!signal.aborted) {
      try {
        await drive(lane);
      } catch (error) {
        if (signal.aborted) return;
        booth.log.warn({ err: error, lane: id }, "a car of the demo went missing");
        await lane.pause(1000).catch(() => {});
      }
    }
  };
  const wait = { entry: FIRST_ENTRY_MS, exit: FIRST_EXIT_MS };
  await Promise.all([
    keepGoing(ENTRY, hardware.entry, async (lane) => {
      await lane.pause(wait.entry / rate);
      wait.entry = (await comeIn(scene, lane)).entryPauseMs;
    }),
    keepGoing(EXIT, hardware.exit, async (lane) => {
      await lane.pause(wait.exit / rate);
      wait.exit = (await driveOut(scene, lane))?.exitPauseMs ?? 5000;
    }),
  ]);
}

async function comeIn({ booth, inside, next, here, washes }: Scene, lane: DemoLane): Promise<PlannedCar> {
  let car = next();
  // A subscriber comes again and again, but not while it is here.
  while (here.has(car.plate)) car = next();
  if (inside.length >= MOST_INSIDE) return car;
  const { plate, vehicleClass, confidence, card } = car;
  await lane.driveUp(pictureNow(booth, vehicleClass));
  if (card === null) await lane.readPlate({ plate, vehicleClass, confidence });
  else lane.holdOut(card);
  const isIn = ({ waiting }: Shown) => waiting?.state === "admitted" && (card !== null || waiting.plate === plate);
  const sessionId = (await lane.until(isIn, 5000)) ? lane.show()?.waiting?.sessionId : null;
  await lane.driveOn(pictureNow(booth, null));
  if (!sessionId) return car;
  here.add(plate);
  const parked = { car, sessionId, ticket: readSession(booth, sessionId).ticket };
  if (car.isBrief) inside.splice(2, 0, parked);
  else inside.push(parked);
  if (!car.isBrief) await washes.offer(parked);
  return car;
}

async function driveOut({ booth, inside, here }: Scene, lane: DemoLane): Promise<PlannedCar | null> {
  const leaving = inside.shift();
  if (!leaving) return null;
  here.delete(leaving.car.plate);
  if (isGone(booth, leaving)) return null;
  const { car, ticket } = leaving;
  const { vehicleClass, misread } = car;
  const held = car.card ?? (car.leavesBy === "ticket" ? ticket : null);
  const showUp = async () => {
    if (held !== null) lane.holdOut(held);
    else
      await lane.readPlate({ plate: misread ?? car.plate, vehicleClass, confidence: misread ? 0.74 : car.confidence });
  };
  await lane.driveUp(pictureNow(booth, vehicleClass));
  const before = lane.show()?.intent?.seq ?? 0;
  const mayPass = () => {
    const intent = lane.show()?.intent;
    return intent !== null && intent !== undefined && intent.seq > before && intent.intent !== "close";
  };
  await showUp();
  const isUnknown = !(await lane.until(({ waiting }) => waiting?.sessionId === leaving.sessionId, PATIENCE_MS));
  if (isUnknown && !mayPass()) lane.holdOut(ticket);
  while (!mayPass()) {
    if (await lane.until(mayPass, READ_AGAIN_MS)) break;
    // Paid at the window, or let go without a lane: the camera sees the car again, and the exit opens or says why not.
    if (isPaid(booth, leaving)) await showUp();
    else if (isGone(booth, leaving)) break;
  }
  await lane.driveOn(pictureNow(booth, null));
  return car;
}

type Shown = NonNullable<ReturnType<DemoLane["show"]>>;

const isGone = (booth: Booth, { sessionId }: ParkedCar) =>
  ["closed", "voided"].includes(readSession(booth, sessionId).state);
const isPaid = (booth: Booth, { sessionId }: ParkedCar) => readSession(booth, sessionId).state === "paid";

/** What the camera sees: by day or by night as the site's own clock says. */
function pictureNow(booth: Booth, vehicleClass: PlannedCar["vehicleClass"] | null) {
  const { timezone } = readSite(booth);
  const hour = new Intl.DateTimeFormat("en", { timeZone: timezone, hour: "2-digit", hourCycle: "h23" });
  return pictureOf(vehicleClass, Number(hour.format(booth.clock.now())));
}
