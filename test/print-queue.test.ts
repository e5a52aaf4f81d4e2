import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { type ReceiptPrinter, startReceiptPrinter } from "../bin/demo/hardware/printer.ts";
import type { Payment } from "../common/api/payments.ts";
import { type Client, openClient, startBooth, type TestBooth } from "./helpers/booth.ts";
import { childEnvironment, freePort, isHealthy, spawnBooth } from "./helpers/child-booth.ts";
import { openLive } from "./helpers/live.ts";
import { carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  here: TestBooth;
  printer: ReceiptPrinter;
  cashier: Client;
}
const queue = suite<Context>("print queue");

const HOUR = 3_600_000;

queue.before.each(async (context) => {
  context.printer = await startReceiptPrinter();
  context.here = await startBooth();
  context.cashier = await context.here.signIn("cashier");
  await assignPrinter(context.here, context.printer);
});
queue.after.each(async ({ here, printer }) => {
  await here.close();
  await printer.close();
});

async function assignPrinter(here: TestBooth, { port }: ReceiptPrinter, lane = "exit-1"): Promise<void> {
  const admin = await here.signIn("admin");
  const printer = { driver: "escpos-tcp", config: { host: "127.0.0.1", port, pollMs: 200, drawer: "pin 2" } };
  const answer = await admin.post("/api/setup/assign", { lane, devices: { printer } });
  assert.equal(answer.status, 201, answer.text);
  await untilPrinter(here, "ready");
}

const printerOf = (here: TestBooth) =>
  here.booth.devices.lane("exit-1")?.devices.find(({ category }) => category === "printer");
const untilPrinter = (here: TestBooth, state: string) =>
  until(() => printerOf(here)?.state === state, `a ${state} printer`);

/** A car came in, stayed an hour, and its driver paid in cash. */
async function paid({ here, cashier }: Context, plate = "AB123"): Promise<Payment> {
  if ((await cashier.get("/api/shifts/current")).status === 404) await openShift(cashier);
  const stay = await carInside(here, cashier, plate);
  here.clock.advance(HOUR);
  const answer = await pay(cashier, await quoteOf(cashier, stay.id), { lane: "exit-1" });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const original = (cashier: Client, { id }: { id: string }) =>
  cashier.post(`/api/payments/${id}/receipt`, { original: true });
const waiting = async (cashier: Client) => (await cashier.get("/api/prints")).body.items;

queue("a receipt is on paper when the answer says so, and nothing waits", async (context) => {
  const { cashier, printer } = context;
  const answer = await original(cashier, await paid(context));
  assert.deepEqual([answer.status, answer.body.printed, answer.body.waiting], [201, true, false]);
  assert.equal(printer.papers()[0]?.text, answer.body.text);
  assert.deepEqual(await waiting(cashier), []);
});

queue(
  "without paper a payment goes on, receipts wait in their order, and come when there is paper",
  async (context) => {
    const { here, cashier, printer } = context;
    const live = await openLive(here.url, cashier);
    printer.setPaper("out");
    await untilPrinter(here, "fault");
    assert.match(printerOf(here)?.message ?? "", /out of paper/);
    const first = await paid(context, "AB123");
    const second = await paid(context, "CD456");
    for (const payment of [first, second]) {
      const { body } = await original(cashier, payment);
      assert.deepEqual([body.printed, body.waiting], [false, true]);
    }
    assert.deepEqual(
      (await waiting(cashier)).map(({ kind, subject, copy, begun }: Record<string, unknown>) => [
        kind,
        subject,
        copy,
        begun,
      ]),
      [first, second].map(({ id }) => ["receipt", id, 0, false]),
    );
    await until(
      () => live.messages.some((message) => message.type === "prints" && message.waiting === 2),
      "the number",
    );
    printer.setPaper("ok");
    await until(() => printer.papers().length === 2, "both receipts on paper");
    assert.match(printer.papers()[0]!.text, /Receipt 1 /);
    assert.match(printer.papers()[1]!.text, /Receipt 2 /);
    assert.doesNotMatch(
      printer
        .papers()
        .map(({ text }) => text)
        .join(),
      /COPY/,
    );
    await until(
      () => live.messages.some((message) => message.type === "prints" && message.waiting === 0),
      "none waiting",
    );
    live.socket.close();
  },
);

queue("what waits is printed after a restart, and is no copy as it was not begun", async (context) => {
  const { here, cashier, printer } = context;
  printer.setPaper("out");
  await untilPrinter(here, "fault");
  await original(cashier, await paid(context));
  const dataDir = mkdtempSync(join(tmpdir(), "booth-prints-"));
  try {
    await here.booth.db.backup(join(dataDir, "booth.db"));
    await here.daemon.stop();
    printer.setPaper("ok");
    const again = await startBooth({ dataDir });
    await until(() => printer.papers().length === 1, "the receipt on paper");
    assert.match(printer.papers()[0]!.text, /Receipt 1 /);
    assert.doesNotMatch(printer.papers()[0]!.text, /COPY/);
    await again.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

queue("a receipt that broke off comes again as a counted copy, never as a second original", async (context) => {
  const { here, cashier, printer } = context;
  const payment = await paid(context);
  printer.dieAfter(60);
  const answer = await original(cashier, payment);
  assert.deepEqual([answer.body.copy, answer.body.printed, answer.body.waiting], [0, false, true]);
  assert.equal((await waiting(cashier))[0].begun, true);
  await untilPrinter(here, "offline");
  await printer.setDead(false);
  await until(() => printer.papers().length === 1, "the receipt on paper", 20_000);
  assert.match(printer.papers()[0]!.text, /\*\*\* COPY 1 \*\*\*/);
  await until(async () => (await waiting(cashier)).length === 0, "the queue to be empty");
  const [journal] = (await cashier.get("/api/payments")).body.items;
  assert.equal(journal.copies, 1);
  assert.equal((await original(cashier, payment)).body.copy, 2);
});

queue("a booth that was killed while it printed prints a copy when it is back", async (context) => {
  const { here, cashier, printer } = context;
  const payment = await paid(context);
  const dataDir = mkdtempSync(join(tmpdir(), "booth-prints-"));
  await here.booth.db.backup(join(dataDir, "booth.db"));
  const env = childEnvironment(dataDir, await freePort());
  const child = spawnBooth(env);
  try {
    await until(() => isHealthy(child.url), "the booth to run", 30_000);
    const client = openClient(child.url);
    await client.post("/api/auth/login", { username: "cashier", password: "cashier-pass" });
    printer.setMute(true);
    const answer = original(client, payment);
    await until(() => printer.papers().length === 1, "the original on paper", 20_000);
    child.child.kill("SIGKILL");
    await Promise.allSettled([answer, child.ended]);
    printer.setMute(false);
    const again = await startBooth({ dataDir });
    await until(() => printer.papers().length === 2, "the copy on paper");
    assert.deepEqual(
      printer.papers().map(({ text }) => /COPY \d/.exec(text)?.[0] ?? "original"),
      ["original", "COPY 1"],
    );
    await again.close();
  } finally {
    child.child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
  assert.equal((await waiting(cashier)).length, 0);
});

queue("a print that nobody needs any more is taken out of the queue", async (context) => {
  const { here, cashier, printer } = context;
  printer.setCover("open");
  await untilPrinter(here, "fault");
  await original(cashier, await paid(context));
  const [{ id }] = await waiting(cashier);
  assert.equal((await cashier.del(`/api/prints/${id}`)).status, 204);
  assert.equal((await cashier.del(`/api/prints/${id}`)).status, 404);
  printer.setCover("closed");
  await untilPrinter(here, "ready");
  assert.deepEqual(await waiting(cashier), []);
  assert.equal(printer.papers().length, 0);
});

queue("what waited for a day is not printed any more", async (context) => {
  const { here, cashier, printer } = context;
  printer.setPaper("out");
  await untilPrinter(here, "fault");
  await original(cashier, await paid(context));
  here.clock.advance(25 * HOUR);
  printer.setPaper("ok");
  await until(async () => (await waiting(cashier)).length === 0, "the queue to be empty");
  assert.equal(printer.papers().length, 0);
});

queue("without a printer nothing waits, and the text is there to be shown", async (context) => {
  const { here, cashier } = context;
  const admin = await here.signIn("admin");
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { printer: null } });
  const { body } = await original(cashier, await paid(context));
  assert.deepEqual([body.printed, body.waiting], [false, false]);
  assert.match(body.text, /Receipt 1 /);
  assert.deepEqual(await waiting(cashier), []);
});

queue("an erased plate is not on a receipt that waited", async (context) => {
  const { here, cashier, printer } = context;
  printer.setPaper("out");
  await untilPrinter(here, "fault");
  await original(cashier, await paid(context, "XY987"));
  const admin = await here.signIn("admin");
  assert.equal((await admin.post("/api/plates/erase", { plate: "XY987", reason: "asked for it" })).status, 200);
  printer.setPaper("ok");
  await until(() => printer.papers().length === 1, "the receipt on paper");
  assert.doesNotMatch(printer.papers()[0]!.text, /XY987/);
});

queue("a ticket says its code in letters and in a QR code that the exit takes", async (context) => {
  const { here, cashier, printer } = context;
  const entered = await cashier.post("/api/sessions", { enteredAt: "2026-11-20T11:00:00.000Z", reason: "no read" });
  const { id, ticket } = entered.body;
  const answer = await cashier.post(`/api/sessions/${id}/ticket`);
  assert.deepEqual([answer.status, answer.body], [201, { printed: true, waiting: false }]);
  const [paper] = printer.papers();
  assert.ok(paper?.text.includes(ticket));
  assert.deepEqual(paper?.qr, [ticket]);
  await here.anonymous.post("/api/ingress/qr/exit-1", { code: paper!.qr[0] });
  await until(() => here.booth.devices.lane("exit-1")?.waiting?.sessionId === id, "the ticket to be known at the exit");
});

queue("a ticket comes out at the lane its car came in by, where that has a printer", async (context) => {
  const { here, cashier, printer } = context;
  const stay = await carInside(here, cashier, "AB123");
  await cashier.post(`/api/sessions/${stay.id}/ticket`);
  assert.equal(printer.papers().length, 1, "the only printer there is");
  const atEntry = await startReceiptPrinter();
  try {
    await assignPrinter(here, atEntry, "entry-1");
    await cashier.post(`/api/sessions/${stay.id}/ticket`);
    await until(() => atEntry.papers().length === 1, "the ticket at the entry");
    assert.equal(printer.papers().length, 1);
  } finally {
    await atEntry.close();
  }
});

queue("reports are printed as they read, for who may read them", async (context) => {
  const { cashier, here, printer } = context;
  await paid(context);
  const shift = (await cashier.get("/api/shifts/current")).body;
  assert.equal((await cashier.post(`/api/shifts/${shift.id}/report`)).body.printed, true);
  assert.equal(printer.papers()[0]?.text, (await cashier.get(`/api/shifts/${shift.id}/report`)).body.text);
  assert.equal((await cashier.post("/api/reports/day", {})).status, 403);
  const operator = await here.signIn("operator");
  assert.equal((await operator.post("/api/reports/day", {})).body.printed, true);
  assert.match(printer.papers()[1]!.text, /^Day 2026-11-20$/m);
});

queue("the drawer opens for cash and for recorded cash movements, and for nothing else", async (context) => {
  const { here, cashier, printer } = context;
  const shift = await openShift(cashier);
  await until(() => printer.kicks() === 1, "the drawer to open for the float");
  const payment = await paid(context);
  await until(() => printer.kicks() === 2, "the drawer to open for the cash");
  await original(cashier, payment);
  const stay = await carInside(here, cashier, "CD456");
  here.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  assert.equal((await pay(cashier, quote, { method: "card" })).status, 201);
  await cashier.post(`/api/shifts/${shift.id}/cash`, { type: "drop", amount: 5000, reason: "bank_drop" });
  await until(() => printer.kicks() === 3, "the drawer to open for the drop");
  await original(cashier, (await cashier.get("/api/payments")).body.items[0]);
  assert.equal(printer.kicks(), 3, "not for the card, nor for a receipt");
});

queue("a receipt can be had as ESC/POS for a printer of one's own", async (context) => {
  const { cashier, printer } = context;
  const payment = await paid(context);
  const answer = await cashier.get(`/api/payments/${payment.id}/receipt`, { accept: "application/vnd.escpos" });
  assert.equal(answer.headers.get("content-type"), "application/vnd.escpos");
  assert.ok(answer.text.startsWith("\u001b@"));
  assert.match(answer.text, /Receipt 1 /);
  assert.equal(printer.papers().length, 0);
});

queue.run();
