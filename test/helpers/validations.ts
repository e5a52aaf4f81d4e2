import assert from "node:assert/strict";
import type { QuoteLine } from "../../common/api/sessions.ts";
import { compareReadModels } from "../../daemon/read-models/rebuild.ts";
import { findMispriced } from "../../daemon/services/reprice.ts";
import { type Answer, type Client, openTestClock, startBooth, type TestBooth } from "./booth.ts";
import { openShift } from "./stay.ts";

/** A booth where tickets are validated: by day 2.50 a started hour, 15 minutes free, and the bar gives an hour. */
export interface ValidationBooth {
  running: TestBooth;
  admin: Client;
  /** With an open shift. */
  cashier: Client;
}

export const HOUR = 3_600_000;
export const PATH = "/api/validation";

/** Opens the booth at ten in the morning. */
export async function openValidationBooth(): Promise<ValidationBooth> {
  const running = await startBooth({ clock: openTestClock("2026-11-20T09:00:00.000Z") });
  const [admin, cashier] = [await running.signIn("admin"), await running.signIn("cashier")];
  await openShift(cashier);
  return { running, admin, cashier };
}

/** The bar validates a stay. */
export function validate(client: Client, more: object): Promise<Answer> {
  return client.post(PATH, { station: "bar", ...more });
}

/** The lines of a quote that a station took off. */
export function validationLines(lines: readonly QuoteLine[]): QuoteLine[] {
  return lines.filter(({ code }) => code === "validation");
}

/** That the chain is whole, its read models follow from it, and its fees from the tariffs. */
export async function assertSound({ running, admin }: ValidationBooth): Promise<void> {
  const { db } = running.booth;
  assert.equal((await admin.post("/api/events/verify", {})).body.ok, true);
  assert.equal(compareReadModels(db), null);
  assert.equal(findMispriced(db), null);
}
