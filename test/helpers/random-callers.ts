import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Client, TestBooth } from "./booth.ts";
import { type RawAnswer, send } from "./raw.ts";

export const CALLERS = ["admin", "cashier", "nobody"] as const;
export type CallerName = (typeof CALLERS)[number];

/** A request as it goes over the wire. */
export interface Sent {
  method: string;
  path: string;
  body: string;
  headers: Record<string, string>;
}

export interface Received {
  status: number;
  type: string;
  /** Parsed, if it is JSON; else as text. */
  body: unknown;
  requestId: unknown;
}

/** Those who send random requests, whatever these do to their own sign-ins. */
export interface Callers {
  send(caller: CallerName, request: Sent): Promise<Received>;
  /** The items of a list, as the administrator sees them; none where it cannot be read. */
  list(path: string): Promise<Record<string, unknown>[]>;
}

const HALF_HOUR_MS = 30 * 60_000;

/** Signs the callers in at a booth in which something has happened. */
export async function callersOf(booth: TestBooth): Promise<Callers> {
  const clients: Record<CallerName, Client> = {
    admin: await booth.signIn("admin"),
    cashier: await booth.signIn("cashier"),
    nobody: booth.anonymous,
  };
  await furnish(clients.admin, clients.cashier);
  const ask = async (caller: CallerName, { method, path, body, headers }: Sent): Promise<RawAnswer> => {
    booth.clock.advance(500);
    // Each on a connection of its own: one that was idle for long might be closed in the moment it is used again.
    const answer = await send(booth.url, method, path, { ...cookiesOf(clients[caller]), ...headers }, body);
    if (caller === "nobody" || answer.body?.error !== "unauthenticated") return answer;
    // A random request ended this sign-in; wrong passwords, which may have been among them, are slowed down.
    booth.clock.advance(HALF_HOUR_MS);
    clients[caller] = await booth.signIn(caller);
    return ask(caller, { method, path, body, headers });
  };
  return {
    async send(caller, request) {
      const answer = await ask(caller, request);
      return {
        status: answer.status,
        type: String(answer.headers["content-type"] ?? "").split(";")[0] ?? "",
        body: answer.body,
        requestId: answer.headers["x-request-id"],
      };
    },
    async list(path) {
      const { status, body } = await ask("admin", { method: "GET", path, body: "", headers: {} });
      return status === 200 && Array.isArray(body?.items) ? body.items : [];
    },
  };
}

/** What a browser would send of itself. */
function cookiesOf({ cookies }: Client): Record<string, string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { cookie, "x-csrf-token": cookies.get("parking_csrf") ?? "", "idempotency-key": randomUUID() };
}

/** A day's work: stays, some paid, a subscription, a version of the tariff, a shift of each. */
async function furnish(admin: Client, cashier: Client): Promise<void> {
  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    assert.ok(status < 300, text);
  };
  for (const client of [admin, cashier]) await done(client.post("/api/shifts", { float: 5000 }));
  const { rateTable } = (await admin.get("/api/tariffs")).body.items[0];
  await done(admin.post("/api/tariffs", { rateTable, effectiveFrom: "2026-12-01T00:00:00.000Z" }));
  const validity = { validFrom: "2026-11-01", validTo: "2027-11-30" };
  for (const plate of ["SUB1", "SUB2"])
    await done(
      admin.post("/api/subscriptions", { holder: "Anna Vogel", plates: [plate], credentials: [plate], ...validity }),
    );
  const items = [{ id: "small", name: "Small", classes: ["sedan"] }];
  await done(admin.put("/api/carwash/categories", { items }));
  for (let number = 0; number < 12; number += 1) {
    const entry = {
      plate: `CAR${number}`,
      enteredAt: "2026-11-20T08:00:00.000Z",
      reason: "no read",
      vehicleClass: "sedan",
    };
    const { body: stay } = await cashier.post("/api/sessions", entry);
    if (number > 4) continue;
    const { body: quote } = await cashier.get(`/api/sessions/${stay.id}/quote`);
    const { quotedAt, amount } = quote;
    await done(
      cashier.post("/api/payments", { sessionId: stay.id, quotedAt, amount, method: "cash", tendered: amount }),
    );
  }
}
