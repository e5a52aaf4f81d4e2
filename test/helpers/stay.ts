import assert from "node:assert/strict";
import type { Quote, Session } from "../../common/api/sessions.ts";
import type { Answer, Client, TestBooth } from "./booth.ts";

/** A camera at a lane reads a plate. */
export async function carAt(booth: TestBooth, lane: string, plate: string, vehicleClass = "sedan"): Promise<void> {
  const answer = await booth.anonymous.post(`/api/ingress/camera/${lane}`, { plate, confidence: 0.96, vehicleClass });
  assert.equal(answer.status, 202, answer.text);
}

/** A car comes in; its stay, as somebody who may look it up sees it. */
export async function carInside(booth: TestBooth, client: Client, plate: string): Promise<Session> {
  await carAt(booth, "entry-1", plate);
  const found = await client.get(`/api/sessions?state=open&q=${encodeURIComponent(plate)}`);
  const session = (found.body.items as Session[])[0];
  assert.ok(session, `no open stay of ${plate}: ${found.text}`);
  return session;
}

export async function openShift(client: Client, float = 15_000): Promise<{ id: string; number: number }> {
  const answer = await client.post("/api/shifts", { float });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

export async function quoteOf(client: Client, sessionId: string, query = ""): Promise<Quote> {
  const answer = await client.get(`/api/sessions/${sessionId}/quote${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as Quote;
}

/** Pays a quote in cash, exactly unless told otherwise. */
export function pay(
  client: Client,
  quote: Quote,
  more: Record<string, unknown> = {},
  headers?: Record<string, string>,
): Promise<Answer> {
  const body = { sessionId: quote.sessionId, quotedAt: quote.quotedAt, amount: quote.amount, method: "cash", ...more };
  return client.post("/api/payments", body, headers);
}
