import assert from "node:assert/strict";
import type { Session } from "../../common/api/sessions.ts";
import { type Client, openTestClock, startBooth, type TestBooth } from "./booth.ts";
import { carInside, openShift, pay, quoteOf } from "./stay.ts";

/** A booth in a time zone, with a cashier at an open shift, and an operator who reads the reports. */
export interface ReportBooth {
  booth: TestBooth;
  cashier: Client;
  operator: Client;
  shift: { id: string; number: number };
}

export async function openReportBooth(at: string, timezone: string): Promise<ReportBooth> {
  const booth = await startBooth({ clock: openTestClock(at) });
  const admin = await booth.signIn("admin");
  assert.equal((await admin.put("/api/site-config", { timezone })).status, 200);
  const cashier = await booth.signIn("cashier");
  return { booth, cashier, operator: await booth.signIn("operator"), shift: await openShift(cashier) };
}

let plates = 0;

/** A car comes in and pays `minutes` later, leaving with the payment unless told otherwise. */
export async function takeFor(
  { booth, cashier }: ReportBooth,
  minutes: number,
  more: Record<string, unknown> = { lane: "exit-1" },
  query = "",
): Promise<{ stay: Session; paid: { id: string; seq: number; amount: number; tax: number } }> {
  plates += 1;
  const stay = await carInside(booth, cashier, `CAR${plates}`);
  booth.clock.advance(minutes * 60_000);
  const answer = await pay(cashier, await quoteOf(cashier, stay.id, query), more);
  assert.equal(answer.status, 201, answer.text);
  return { stay, paid: answer.body };
}
