import assert from "node:assert/strict";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import type { CallerName, Callers, Received } from "./random-callers.ts";
import { until } from "./until.ts";

/** A request as a site makes it: to what there is, with what holds at this moment. */
export interface Meant {
  /** Who asks; the administrator, if nobody is named. */
  caller?: CallerName;
  /** What stands in the path. */
  ids?: Record<string, string>;
  body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what came over the wire, whatever it is
type Made = any;
/** Does something that must succeed first, and answers what came of it. */
type Does = (method: string, path: string, body?: unknown, caller?: CallerName) => Promise<Made>;

const LONG_AGO = "2026-11-20T08:00:00.000Z";
const SIMULATED = { driver: "simulated", config: {} };
const SPARE_LANE = {
  lane: "spare",
  name: "Spare",
  direction: "exit",
  devices: { access: SIMULATED, reader: SIMULATED },
};
const TERM = { validFrom: "2026-11-01", validTo: "2027-11-30" };

let count = 0;

/** A name that nothing has yet. */
function fresh(word: string): string {
  count += 1;
  return `${word}${count}`;
}

const newStay = (does: Does) =>
  does("POST", "/api/sessions", {
    plate: fresh("MEANT"),
    enteredAt: LONG_AGO,
    reason: "no read",
    vehicleClass: "sedan",
  });
const newUser = (does: Does) => {
  const username = fresh("person");
  const user = { username, displayName: "Maria", roleId: "cashier", language: "en", password: `${username}-pass` };
  return does("POST", "/api/users", user).then((answer) => ({ ...answer, password: user.password }));
};
const newRole = (does: Does) =>
  does("POST", "/api/roles", { id: fresh("role"), name: fresh("Role "), permissions: [] });
const newHolder = (does: Does) =>
  does("POST", "/api/subscriptions", { holder: "Anna Vogel", plates: [fresh("HOLDER")], ...TERM });

async function ownShift(does: Does): Promise<Made> {
  const shifts = await does("GET", "/api/shifts?state=open&limit=500");
  const { id } = await does("GET", "/api/auth/me");
  return (
    shifts.items.find((shift: Made) => shift.userId === id) ?? (await does("POST", "/api/shifts", { float: 5000 }))
  );
}

async function paymentFor(does: Does): Promise<Made> {
  await ownShift(does);
  const { id } = await newStay(does);
  const { quotedAt, amount } = await does("GET", `/api/sessions/${id}/quote`);
  return { sessionId: id, quotedAt, amount, method: "cash", tendered: amount };
}

const newPayment = async (does: Does) => does("POST", "/api/payments", await paymentFor(does));

/** A receipt that waits for a printer which does not answer. */
async function newWaitingPaper(does: Does): Promise<string> {
  const printer = { driver: "escpos-tcp", config: { host: "127.0.0.1", port: 9 } };
  await does("POST", "/api/setup/assign", { lane: "exit-1", devices: { printer } });
  const { id } = await does("POST", "/api/payments", { ...(await paymentFor(does)), lane: "exit-1" });
  await does("POST", `/api/payments/${id}/receipt`, { original: true });
  return String((await does("GET", "/api/prints")).items[0].id);
}

/** A backup that was made, at its end. */
async function newBackup(does: Does): Promise<Made> {
  const isIdle = async () => (await does("GET", "/api/backup/status")).running === null;
  await until(isIdle, "the backup before to end", 30_000);
  await does("POST", "/api/backup/run");
  await until(isIdle, "the backup to end", 30_000);
  return (await does("GET", "/api/backup/status")).lastAttempt;
}

async function signInOfAnother(does: Does): Promise<Record<string, string>> {
  const { id, username, password } = await newUser(does);
  await does("POST", "/api/auth/login", { username, password }, "nobody");
  const { items } = await does("GET", `/api/users/${id}/sign-ins`);
  return { id, signIn: items[0].id };
}

const byOpening = async (does: Does) => {
  const { seq } = await does("POST", "/api/lanes/entry-1/intent", { intent: "open", reason: "emergency" });
  return { ids: { lane: "entry-1", seq: String(seq) } };
};

/** How each operation is meant whose example in the document means nothing at a booth. */
const MEANT: Readonly<Record<string, (does: Does) => Promise<Meant> | Meant>> = {
  "POST /api/auth/login": () => ({ caller: "nobody", body: { username: "readonly", password: "readonly-pass" } }),
  "POST /api/auth/unlock": () => ({ body: { password: "admin-pass" } }),
  "PUT /api/auth/password": () => ({
    caller: "cashier",
    body: { current: "cashier-pass", next: "cashier-pass" },
  }),
  "POST /api/users": () => ({
    body: { username: fresh("maria"), displayName: "Maria", roleId: "cashier", language: "en", password: "maria-pass" },
  }),
  "PUT /api/users/{id}": async (does) => ({
    ids: { id: (await newUser(does)).id },
    body: { displayName: "Maria", disabled: true },
  }),
  "DELETE /api/users/{id}": async (does) => ({ ids: { id: (await newUser(does)).id } }),
  "DELETE /api/users/{id}/sign-ins": async (does) => ({ ids: await signInOfAnother(does) }),
  "DELETE /api/users/{id}/sign-ins/{signIn}": async (does) => ({ ids: await signInOfAnother(does) }),
  "POST /api/roles": () => ({ body: { id: fresh("role"), name: fresh("Role "), permissions: ["session:read"] } }),
  "PUT /api/roles/{id}": async (does) => ({
    ids: { id: (await newRole(does)).id },
    body: { name: fresh("Role "), permissions: ["session:read"] },
  }),
  "DELETE /api/roles/{id}": async (does) => ({ ids: { id: (await newRole(does)).id } }),
  "PUT /api/site-config": () => ({ body: { receiptFooter: "Drive safely" } }),
  "POST /api/setup/assign": () => ({ body: SPARE_LANE }),
  "POST /api/setup/test": () => ({ body: SPARE_LANE }),
  "POST /api/lanes/{lane}/intent": () => ({
    ids: { lane: "entry-1" },
    body: { intent: "open", reason: "emergency" },
  }),
  "GET /api/lanes/{lane}/intent/{seq}/picture": byOpening,
  "POST /api/sessions": () => ({
    caller: "cashier",
    body: { plate: fresh("BYHAND"), enteredAt: LONG_AGO, reason: "no read", vehicleClass: "sedan" },
  }),
  "GET /api/sessions/{id}/quote": async (does) => ({ ids: { id: (await newStay(does)).id } }),
  "GET /api/sessions/{id}/picture": async (does) => {
    const plate = fresh("PICTURE");
    await does("POST", "/api/ingress/presence/entry-1", { present: true }, "nobody");
    await does("POST", "/api/ingress/camera/entry-1", { plate, confidence: 0.9, vehicleClass: "sedan" }, "nobody");
    const { items } = await does("GET", `/api/sessions?q=${plate}`);
    return { ids: { id: items[0].id } };
  },
  "PUT /api/sessions/{id}/plate": async (does) => ({
    ids: { id: (await newStay(does)).id },
    body: { plate: fresh("RIGHT"), reason: "misread" },
  }),
  "POST /api/sessions/{id}/close": async (does) => ({
    ids: { id: (await newStay(does)).id },
    body: { reason: "waived", note: "the gate was broken" },
  }),
  "POST /api/payments": async (does) => ({ body: await paymentFor(does) }),
  "POST /api/payments/{id}/receipt": async (does) => ({ ids: { id: (await newPayment(does)).id }, body: {} }),
  "POST /api/shifts": async (does) => {
    const { id } = await ownShift(does);
    await does("POST", `/api/shifts/${id}/close`, { counted: {} });
    return { body: { float: 5000 } };
  },
  "GET /api/shifts/current": async (does) => {
    await ownShift(does);
    return {};
  },
  "POST /api/shifts/{id}/report": async (does) => ({ ids: { id: (await ownShift(does)).id } }),
  "POST /api/shifts/{id}/cash": async (does) => ({
    ids: { id: (await ownShift(does)).id },
    body: { type: "pay_in", amount: 500, reason: "change" },
  }),
  "POST /api/shifts/{id}/close": async (does) => ({
    ids: { id: (await ownShift(does)).id },
    body: { counted: { "5000": 1 } },
  }),
  "POST /api/tariffs": () => ({
    body: { rateTable: DEFAULT_RATE_TABLE, effectiveFrom: "2027-01-01T00:00:00.000Z", note: "new year" },
  }),
  "POST /api/tariffs/quote": () => ({
    body: { rateTable: DEFAULT_RATE_TABLE, enteredAt: LONG_AGO, exitedAt: "2026-11-20T10:00:00.000Z" },
  }),
  "POST /api/tariffs/replay": () => ({ body: { rateTable: DEFAULT_RATE_TABLE } }),
  "POST /api/subscriptions": () => ({ body: { holder: "Anna Vogel", plates: [fresh("HOLDER")], ...TERM } }),
  "POST /api/subscriptions/import": () => ({
    body: { csv: `holder,plates,validFrom,validTo\nAnna Vogel,${fresh("LIST")},2026-11-01,2026-12-31\n` },
  }),
  "PUT /api/subscriptions/{id}": async (does) => ({
    ids: { id: (await newHolder(does)).id },
    body: { status: "blocked", blockedReason: "unpaid" },
  }),
  "POST /api/subscriptions/{id}/extend": async (does) => ({
    ids: { id: (await newHolder(does)).id },
    body: { months: 1 },
  }),
  "POST /api/events/{seq}/void": async (does) => ({
    ids: { seq: String((await newPayment(does)).seq) },
    body: { reason: "wrong_amount" },
  }),
  "POST /api/reports/day": () => ({ body: { date: "2026-11-20" } }),
  "DELETE /api/prints/{id}": async (does) => ({ ids: { id: await newWaitingPaper(does) } }),
  "POST /api/plates/erase": async (does) => {
    const { id, plate } = await newStay(does);
    await does("POST", `/api/sessions/${id}/close`, { reason: "waived", note: "the gate was broken" });
    return { body: { plate, reason: "asked by the holder" } };
  },
  "PUT /api/backup/config": () => ({ body: { keepLast: 14, keepDailyDays: 30, targetDir: null } }),
  "POST /api/backup/run": async (does) => {
    await newBackup(does);
    return {};
  },
  "POST /api/backup/verify": async (does) => ({ body: { name: (await newBackup(does)).name } }),
  "POST /api/ingress/qr/{lane}": async (does) => ({
    caller: "nobody",
    ids: { lane: "exit-1" },
    body: { code: (await newStay(does)).ticket },
  }),
  "POST /api/ingress/reader/{lane}": () => ({
    caller: "nobody",
    ids: { lane: "exit-1" },
    body: { credential: "SUB1" },
  }),
  "POST /api/ingress/camera/{lane}": () => ({
    caller: "nobody",
    ids: { lane: "entry-1" },
    body: { plate: fresh("SEEN"), confidence: 0.9, vehicleClass: "sedan" },
  }),
  "POST /api/ingress/presence/{lane}": () => ({
    caller: "nobody",
    ids: { lane: "entry-1" },
    body: { present: true },
  }),
  "POST /api/validation": async (does) => ({ body: { station: "bar", sessionId: (await newStay(does)).id } }),
  "PUT /api/carwash/categories": () => ({ body: { items: [{ id: "small", name: "Small", classes: ["sedan"] }] } }),
  "POST /api/carwash/orders": async (does) => {
    const { items } = await does("GET", "/api/carwash/categories");
    return { body: { sessionId: (await newStay(does)).id, categoryId: items[0].id } };
  },
};

/** How an operation is meant now. Throws where what it needs first cannot be had. */
export async function meantCall(callers: Callers, method: string, path: string): Promise<Meant> {
  const does: Does = async (how, where, body, caller = "admin") => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers: Record<string, string> = text === "" ? {} : { "content-type": "application/json" };
    const answer: Received = await callers.send(caller, { method: how, path: where, body: text, headers });
    assert.ok(answer.status < 300, `${how} ${where} ${text}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return (await MEANT[`${method} ${path}`]?.(does)) ?? {};
}
