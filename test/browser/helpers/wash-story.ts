import { openTestClock, type TestBooth } from "../../helpers/booth.ts";
import { carAt } from "../../helpers/stay.ts";
import { startKioskBooth } from "./page.ts";

/** Where no collector answers. */
const NOBODY = "http://127.0.0.1:9";

/** What the camera at the entry took each car for. */
const INSIDE = { KX482BD: "sedan", LM901TR: "suv", RX482PD: "van", MTK2208: "truck" } as const;

/** A booth with a car wash and four cars inside for an hour; every second entry was sampled, and no collector answers. */
export async function startWashStory(env: Record<string, string> = {}): Promise<TestBooth> {
  const booth = await startKioskBooth({
    clock: openTestClock("2026-11-20T16:12:00.000Z"),
    env: { COLLECTOR_URL: NOBODY, COLLECTOR_TOKEN: "a token", CARWASH_REVIEW_ENTRY_SAMPLE: "2", ...env },
  });
  const admin = await booth.signIn("admin");
  await admin.put("/api/site-config", { name: "Harbour St · Booth 1", timezone: "Europe/Madrid", capacity: 40 });
  for (const [plate, vehicleClass] of Object.entries(INSIDE)) await carAt(booth, "entry-1", plate, vehicleClass);
  booth.clock.set("2026-11-20T17:42:00.000Z");
  return booth;
}
