import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Payload } from "../common/events.ts";
import type { Verification } from "../common/verification.ts";
import { listEvents } from "../daemon/ledger/read.ts";
import { readTotals } from "../daemon/read-models/totals.ts";
import { BOOTH_ACTOR } from "../daemon/services/actors.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
  bench: CliBench;
}

const test = suite<Context>("fees that were charged otherwise");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.operator = await context.booth.signIn("operator");
  context.bench = openCliBench();
});
test.after.each(async ({ booth, bench }) => {
  bench.close();
  await booth.close();
});

async function payStay({ booth, operator }: Context): Promise<void> {
  await openShift(operator);
  const stay = await carInside(booth, operator, "KX482BD");
  booth.clock.advance(3_600_000);
  const paid = await pay(operator, await quoteOf(operator, stay.id));
  assert.equal(paid.status, 201, paid.text);
}

/** Signs, with the booth's own key and sound totals, a payment of another amount than the tariff has for its stay. */
async function overcharge({ booth: { booth } }: Context, by: number): Promise<number> {
  const event = await booth.ledger.commit(BOOTH_ACTOR, ({ db, append }) => {
    const [last] = listEvents(db, { kind: "payment" }, 1);
    const before = last?.data as Payload<"payment">;
    const { perpetual, absolute } = readTotals(db);
    const amount = before.amount + by;
    const totals = { perpetual: perpetual + amount, absolute: absolute + amount };
    const receiptNumber = before.receiptNumber + 1;
    return append("payment", { ...before, paymentId: "payment-2", receiptNumber, amount, totals });
  });
  return event.seq;
}

test("the booth, the kiosk's button and the auditor's command find a fee that does not recompute", async (context) => {
  await payStay(context);
  const { booth, operator, bench } = context;
  const verify = async () => (await operator.post("/api/events/verify")).body as Verification;
  const run = (...flags: string[]) =>
    bench.run(["ledger", "verify", ...flags, "--json"], { env: { DATA_DIR: booth.dataDir } });
  assert.equal((await verify()).ok, true);
  assert.equal((await run()).code, 0);
  const seq = await overcharge(context, 50);
  const answered = await verify();
  assert.deepEqual([answered.ok, answered.firstBad?.class, answered.firstBad?.seq], [false, "fee", seq]);
  for (const flags of [[], ["--reprice"], ["--quick", "--reprice"], ["--from", String(seq)]]) {
    const ran = await run(...flags);
    assert.equal(ran.code, 8, ran.stderr);
    const { firstBad } = JSON.parse(ran.stdout) as Verification;
    assert.deepEqual([firstBad?.class, firstBad?.seq], ["fee", seq], flags.join(" "));
  }
});

test("a quick look leaves the fees out, and so does one that begins after them", async (context) => {
  await payStay(context);
  const seq = await overcharge(context, 50);
  const { booth, operator, bench } = context;
  await operator.post("/api/auth/logout");
  for (const flags of [["--quick"], ["--from", String(seq + 1)]]) {
    const ran = await bench.run(["ledger", "verify", ...flags], { env: { DATA_DIR: booth.dataDir } });
    assert.equal(ran.code, 0, ran.stderr);
  }
});

test("what was done to an entry goes before what its fee is", async (context) => {
  await payStay(context);
  const seq = await overcharge(context, 50);
  const { db } = context.booth.booth;
  db.exec("DROP TRIGGER events_are_final");
  db.prepare("UPDATE events SET data = replace(data, '\"cash\"', '\"card\"') WHERE seq = ?").run(seq);
  const { firstBad } = (await context.operator.post("/api/events/verify")).body as Verification;
  assert.equal(firstBad?.class, "edited");
});

test.run();
