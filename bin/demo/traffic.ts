import type { Booth } from "../../daemon/context.ts";
import { listSessions, readSession } from "../../daemon/services/sessions.ts";
import { readSite } from "../../daemon/services/site-config.ts";
import { type DemoLane, openDemoLane } from "./lane.ts";
import { pictureOf } from "./picture.ts";
import type { PlannedCar } from "./plan.ts";
import { ENTRY, EXIT, type ParkedCar } from "./stage.ts";

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
  /** Cars inside when it begins, the next to leave first. */
  inside: ParkedCar[];
  next(): PlannedCar;
  /** How much faster than usual cars come. */
  rate: number;
  signal: AbortSignal;
}

/** Lets cars come and go until the signal; a car that owes money waits for the cashier, and the next one behind it. */
export async function runTraffic(traffic: Traffic): Promise<void> {
  const { booth, url, signal } = traffic;
  const keepGoing = async (id: string, drive: (lane: DemoLane) => Promise<void>) => {
    const lane = openDemoLane(booth, url, id, signal);
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
    keepGoing(ENTRY, async (lane) => {
      await lane.pause(wait.entry / traffic.rate);
      wait.entry = (await comeIn(traffic, lane)).entryPauseMs;
    }),
    keepGoing(EXIT, async (lane) => {
      await lane.pause(wait.exit / traffic.rate);
      wait.exit = (await driveOut(traffic, lane))?.exitPauseMs ?? 5000;
    }),
  ]);
}

async function comeIn({ booth, inside, next }: Traffic, lane: DemoLane): Promise<PlannedCar> {
  let car = next();
  // A subscriber comes again and again, but not while it is here.
  while (isHere(booth, car.plate)) car = next();
  if (inside.length >= MOST_INSIDE) return car;
  const { plate, vehicleClass, confidence } = car;
  await lane.report("presence", { present: true });
  await lane.pause(600);
  await lane.report("camera", { plate, vehicleClass, confidence }, pictureNow(booth, vehicleClass));
  await lane.until(({ waiting }) => waiting?.plate === plate, 5000);
  const [stay] = listSessions(booth, { state: "open", q: plate, limit: 1 }).items;
  await lane.driveThrough();
  if (!stay) return car;
  const parked = { car, sessionId: stay.id, ticket: stay.ticket };
  if (car.isBrief) inside.splice(2, 0, parked);
  else inside.push(parked);
  return car;
}

async function driveOut({ booth, inside }: Traffic, lane: DemoLane): Promise<PlannedCar | null> {
  const leaving = inside.shift();
  if (!leaving || isGone(booth, leaving)) return null;
  const { car, ticket } = leaving;
  const { vehicleClass } = car;
  const showTicket = () => lane.report("qr", { code: ticket });
  const showPlate = () =>
    lane.report(
      "camera",
      { plate: car.misread ?? car.plate, vehicleClass, confidence: car.misread ? 0.74 : car.confidence },
      pictureNow(booth, vehicleClass),
    );
  await lane.report("presence", { present: true });
  await lane.pause(700);
  const before = lane.show()?.intent?.seq ?? 0;
  const mayPass = () => {
    const intent = lane.show()?.intent;
    return intent !== null && intent !== undefined && intent.seq > before && intent.intent !== "close";
  };
  await (car.leavesBy === "ticket" ? showTicket() : showPlate());
  const isUnknown = !(await lane.until(({ waiting }) => waiting?.sessionId === leaving.sessionId, PATIENCE_MS));
  if (isUnknown && !mayPass()) await showTicket();
  while (!mayPass()) {
    if (await lane.until(mayPass, READ_AGAIN_MS)) break;
    // Paid at the window, or let go without a lane: the camera sees the car again, and the exit opens or says why not.
    if (isPaid(booth, leaving)) await showPlate();
    else if (isGone(booth, leaving)) break;
  }
  await lane.driveThrough();
  return car;
}

const isHere = (booth: Booth, plate: string) =>
  listSessions(booth, { state: "open", q: plate, limit: 1 }).items.length > 0;
const isGone = (booth: Booth, { sessionId }: ParkedCar) =>
  ["closed", "voided"].includes(readSession(booth, sessionId).state);
const isPaid = (booth: Booth, { sessionId }: ParkedCar) => readSession(booth, sessionId).state === "paid";

/** What the camera sees: by day or by night as the site's own clock says. */
function pictureNow(booth: Booth, vehicleClass: PlannedCar["vehicleClass"]) {
  const { timezone } = readSite(booth);
  const hour = new Intl.DateTimeFormat("en", { timeZone: timezone, hour: "2-digit", hourCycle: "h23" });
  return pictureOf(vehicleClass, Number(hour.format(booth.clock.now())));
}
