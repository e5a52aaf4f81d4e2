import assert from "node:assert/strict";
import type { WaitingVehicle } from "../../common/api/lanes.ts";
import type { Subscription } from "../../common/api/subscriptions.ts";
import type { Client, TestBooth } from "./booth.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A subscription as somebody asks for it: valid through November 2026, for one car. */
export function asked(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { holder: "Anna Vogel", plates: ["KX482BD"], validFrom: "2026-11-01", validTo: "2026-11-30", ...more };
}

export async function subscribe(client: Client, more: Record<string, unknown> = {}): Promise<Subscription> {
  const answer = await client.post("/api/subscriptions", asked(more));
  assert.equal(answer.status, 201, answer.text);
  return answer.body as Subscription;
}

/** Somebody holds a card before a lane's reader. */
export async function cardAt(booth: TestBooth, lane: string, credential: string): Promise<void> {
  const answer = await booth.anonymous.post(`/api/ingress/reader/${lane}`, { credential });
  assert.equal(answer.status, 202, answer.text);
}

/** What the kiosk shows at a lane. */
export function waitingAt(booth: TestBooth, lane: string): WaitingVehicle | null {
  return booth.booth.devices.lane(lane)?.waiting ?? null;
}

/** What the ledger holds of a kind, oldest first. */
export function eventsOf<T = Record<string, unknown>>(booth: TestBooth, kind: string): T[] {
  const rows = booth.booth.db.prepare("SELECT data FROM events WHERE kind = ? ORDER BY seq").all(kind);
  return (rows as { data: string }[]).map(({ data }) => JSON.parse(data) as T);
}
