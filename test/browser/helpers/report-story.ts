import assert from "node:assert/strict";
import { closeDueDays } from "../../../daemon/services/day-close.ts";
import { type Client, openTestClock, type TestBooth } from "../../helpers/booth.ts";
import { takeFor } from "../../helpers/report-day.ts";
import { carInside, openShift } from "../../helpers/stay.ts";
import { startKioskBooth } from "./page.ts";

export interface ReportStory {
  booth: TestBooth;
  cashier: Client;
  operator: Client;
  shift: { id: string; number: number };
}

async function openStory(at: string): Promise<ReportStory> {
  const booth = await startKioskBooth({ clock: openTestClock(at) });
  const admin = await booth.signIn("admin");
  await admin.put("/api/site-config", { name: "Harbour St · Booth 1", timezone: "Europe/Madrid", capacity: 40 });
  const cashier = await booth.signIn("cashier");
  return { booth, cashier, operator: await booth.signIn("operator"), shift: await openShift(cashier) };
}

const sent = ({ status, text }: { status: number; text: string }) => assert.ok(status < 300, text);

/** Cars that pay at the hours of a day, one of them by card. */
async function sellAt(story: ReportStory, hours: readonly string[]): Promise<{ id: string; seq: number }[]> {
  const paid: { id: string; seq: number }[] = [];
  for (const [index, hour] of hours.entries()) {
    story.booth.clock.set(hour);
    const method = index % 3 === 2 ? "card" : "cash";
    paid.push((await takeFor(story, 55 + index * 9, { method, lane: "exit-1" })).paid);
  }
  return paid;
}

/** Yesterday, closed three hours late, with a drawer that was short; today until the evening, with one of most exceptions. */
export async function startReportStory(): Promise<ReportStory> {
  const story = await openStory("2026-11-19T06:10:00.000Z");
  const { booth, cashier, operator } = story;
  await sellAt(story, ["2026-11-19T07:20:00.000Z", "2026-11-19T11:05:00.000Z", "2026-11-19T16:40:00.000Z"]);
  sent(await cashier.post(`/api/shifts/${story.shift.id}/close`, { counted: { 5000: 3, 200: 4 } }));
  booth.clock.set("2026-11-20T02:04:00.000Z");
  await closeDueDays(booth.booth);
  story.shift = await openShift(cashier);
  const hours = ["06:15", "07:50", "09:20", "11:00", "12:45", "14:30"].map((hour) => `2026-11-20T${hour}:00.000Z`);
  const [first, second] = await sellAt(story, hours);
  sent(await operator.post(`/api/events/${first?.seq}/void`, { reason: "wrong_amount" }));
  sent(await cashier.post(`/api/payments/${second?.id}/receipt`));
  sent(await cashier.post(`/api/payments/${second?.id}/receipt`));
  sent(await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "equipment_fault" }));
  sent(await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "other", note: "coach let out" }));
  await takeFor(story, 30, { lane: "exit-1", lost: "flat" }, "?lost=flat");
  for (const plate of ["KX482BD", "LM901TR", "RX482PD"]) await carInside(booth, cashier, plate);
  booth.clock.set("2026-11-20T17:42:00.000Z");
  return story;
}

/** The night in which Madrid's clocks go back, with money in both of its hours from 2 to 3. */
export async function startLongNight(): Promise<ReportStory> {
  const story = await openStory("2026-10-24T22:30:00.000Z");
  await sellAt(story, ["2026-10-24T23:10:00.000Z", "2026-10-25T00:10:00.000Z"]);
  story.booth.clock.set("2026-10-25T20:00:00.000Z");
  return story;
}
