import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { instant } from "../../common/node/clock.ts";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { Booth } from "../../daemon/context.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { enterByHand, listSessions } from "../../daemon/services/sessions.ts";
import { assignMany, completeSetup } from "../../daemon/services/setup.ts";
import { readSiteConfig, updateSiteConfig } from "../../daemon/services/site-config.ts";
import { makeKey } from "../cli/make-key.ts";
import type { DemoHardware } from "./hardware.ts";
import type { PlannedCar } from "./plan.ts";
import { addSubscribers, subscribersInside } from "./subscribers.ts";
import { offerWashes } from "./washes.ts";

export const ENTRY = "entry-1";
export const EXIT = "exit-1";

const SITE = {
  name: "Harbour Street",
  address: "Harbour Street 12",
  timezone: "Europe/Madrid",
  currency: "EUR",
  capacity: 220,
};
const INSIDE_AT_FIRST = 64;
/** So many visitors leave, and most of them pay, before the first subscriber does. */
const FIRST_TO_LEAVE = 4;

const LANES = [
  { lane: ENTRY, name: "Entry 1", direction: "entry" },
  { lane: EXIT, name: "Exit 1", direction: "exit" },
] as const;

interface Keys {
  EVENT_SIGNING_KEY: string;
  SESSION_SECRET: string;
  BACKUP_KEY: string;
}

/** The demo booth's name in its ledger. */
export const BOOTH_ID = "demo";

/** Where the demo's data lies, and how it is cleared away. */
export interface DemoFolder {
  path: string;
  /** Where what is printed lies, as text. */
  papers: string;
  keys: Keys;
  /** The settings with which boothctl in another terminal works on the same booth. */
  environment: Readonly<Record<string, string>>;
  clear(): void;
}

/** A new folder that goes with the demo, or `var/demo`, which stays and keeps its keys beside it. */
export async function openFolder(keep: boolean): Promise<DemoFolder> {
  const fresh = await makeKeys();
  if (!keep) {
    const path = mkdtempSync(join(tmpdir(), "booth-demo-"));
    return folderWith(path, fresh, () => rmSync(path, { recursive: true, force: true }));
  }
  const path = resolve("var/demo");
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const file = join(path, "demo-keys.json");
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Keys>) : {};
  const keys = { ...fresh, ...kept };
  writeDurably(file, JSON.stringify(keys));
  return folderWith(path, keys, () => {});
}

/** Lays the keys into files of their own, as settings name them. */
function folderWith(path: string, keys: Keys, clear: () => void): DemoFolder {
  const files = {
    EVENT_SIGNING_KEY_FILE: join(path, "signing.key"),
    SESSION_SECRET_FILE: join(path, "session.key"),
    BACKUP_KEY_FILE: join(path, "backup.key"),
  };
  writeDurably(files.EVENT_SIGNING_KEY_FILE, keys.EVENT_SIGNING_KEY);
  writeDurably(files.SESSION_SECRET_FILE, keys.SESSION_SECRET);
  writeDurably(files.BACKUP_KEY_FILE, keys.BACKUP_KEY);
  return { path, papers: join(path, "papers"), keys, environment: { DATA_DIR: path, BOOTH_ID, ...files }, clear };
}

async function makeKeys(): Promise<Keys> {
  const [signing, session, backup] = await Promise.all([makeKey("signing"), makeKey("session"), makeKey("backup")]);
  return { EVENT_SIGNING_KEY: signing.value, SESSION_SECRET: session.value, BACKUP_KEY: backup.value };
}

/** A car that is inside, and its ticket. */
export interface ParkedCar {
  car: PlannedCar;
  sessionId: string;
  ticket: string;
}

/**
 * Sets up the site, its two lanes without devices, its subscribers, what its car wash sells, and the cars inside, entered by
 * hand with the time they are said to have come. Where the demo was kept, nothing changes, and the cars are those that were left inside.
 */
export async function setStage(booth: Booth, next: () => PlannedCar): Promise<ParkedCar[]> {
  const actor = cliActor("demo");
  if (readSiteConfig(booth).name === SITE.name) return leftInside(booth, next);
  await updateSiteConfig(booth, actor, SITE);
  await assignMany(
    booth,
    actor,
    LANES.map((lane) => ({ ...lane, devices: {} })),
  );
  await addSubscribers(booth, actor);
  await offerWashes(booth);
  const visitors = Array.from({ length: INSIDE_AT_FIRST }, next);
  const cars = [...visitors.slice(0, FIRST_TO_LEAVE), ...subscribersInside(next), ...visitors.slice(FIRST_TO_LEAVE)];
  const oldestFirst = [...cars].sort((a, b) => b.minutesInside - a.minutesInside);
  const now = booth.clock.now();
  const parked = await Promise.all(
    oldestFirst.map(async (car) => {
      const enteredAt = instant(now - car.minutesInside * 60_000);
      const entry = {
        lane: ENTRY,
        plate: car.plate,
        vehicleClass: car.vehicleClass,
        enteredAt,
        reason: "inside when the demo began",
      };
      const { id, ticket } = await enterByHand(booth, actor, entry);
      return { car, sessionId: id, ticket };
    }),
  );
  return cars.flatMap((car) => parked.find((each) => each.car === car) ?? []);
}

/** Assigns the hardware to its lanes; what a kept demo finds where it was stays as it is. */
export async function assignHardware(booth: Booth, { entry, exit }: DemoHardware): Promise<void> {
  const actor = cliActor("demo");
  const devices = { [ENTRY]: entry.devices, [EXIT]: exit.devices } as const;
  await assignMany(
    booth,
    actor,
    LANES.map((lane) => ({ ...lane, devices: devices[lane.lane] })),
  );
  await completeSetup(booth, actor);
}

function leftInside(booth: Booth, next: () => PlannedCar): ParkedCar[] {
  const inside = (["open", "paid"] as const).flatMap((state) => listSessions(booth, { state, limit: 500 }).items);
  return inside.flatMap(({ id, plate, ticket, vehicleClass }) =>
    plate === null
      ? []
      : [{ car: { ...next(), plate, vehicleClass, misread: null, card: null, isBrief: false }, sessionId: id, ticket }],
  );
}
