import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, openClient } from "./helpers/booth.ts";
import { type BoothOnSmallDisk, mayMount, startOnSmallDisk } from "./helpers/small-disk.ts";
import { openShift, pay, quoteOf } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

const test = suite("a full disk");

async function signIn(url: string, username: string): Promise<Client> {
  const client = openClient(url);
  const answer = await client.post("/api/auth/login", { username, password: `${username}-pass` });
  assert.equal(answer.status, 200, answer.text);
  return client;
}

const read = (client: Client, lane: string, plate: string) =>
  client.post(`/api/ingress/camera/${lane}`, { plate, confidence: 0.96, vehicleClass: "sedan" });

/** A stay by hand that began a good hour ago, and so costs something. */
async function stayOf(client: Client, plate: string): Promise<string> {
  const enteredAt = new Date(Date.now() - 4_000_000).toISOString();
  const answer = await client.post("/api/sessions", { plate, enteredAt, reason: "no read" });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

/** Adds stays until the disk takes no more. */
async function useUp(client: Client): Promise<void> {
  let n = 0;
  await until(async () => {
    n += 1;
    const enteredAt = new Date().toISOString();
    return (await client.post("/api/sessions", { plate: `F${n}`, enteredAt, reason: "no read" })).status === 503;
  }, "the disk to be full");
}

/** How many stays of a plate there are in a state. */
async function staysOf(client: Client, plate: string, state: "open" | "closed"): Promise<number> {
  return (await client.get(`/api/sessions?state=${state}&q=${plate}`)).body.items.length;
}

/** What has to work on the reserve, and what must not. */
async function assertOnReserve(here: BoothOnSmallDisk, paidPlate: string, unpaid: string): Promise<void> {
  const operator = await signIn(here.url, "operator");
  const refused = await pay(operator, await quoteOf(operator, unpaid));
  assert.deepEqual([refused.status, refused.body.error], [503, "not_ready"]);
  assert.match(refused.body.message, /the disk is full\. Who has paid can leave/);
  await read(operator, "entry-1", "NEW1");
  assert.equal(await staysOf(operator, "NEW1", "open"), 0, "nobody comes in");
  await read(operator, "exit-1", paidPlate);
  assert.equal(await staysOf(operator, paidPlate, "closed"), 1, "who has paid leaves");
  const byHand = await operator.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
  assert.equal(byHand.status, 201, byHand.text);
}

test("who has paid can leave and the shift can be closed, also after a kill -9; then all goes on by itself", async () => {
  // Where nobody may mount a small disk, there is none to fill.
  if (!mayMount) return;
  const here = await startOnSmallDisk(120);
  try {
    const operator = await signIn(here.url, "operator");
    const { id: shift } = await openShift(operator);
    const unpaid = await stayOf(operator, "UNPAID1");
    for (const plate of ["PAID1", "PAID2"]) {
      const paid = await pay(operator, await quoteOf(operator, await stayOf(operator, plate)));
      assert.equal(paid.status, 201, paid.text);
    }
    await here.fill();
    await useUp(operator);
    await assertOnReserve(here, "PAID1", unpaid);
    await here.killAndStart();
    await assertOnReserve(here, "PAID2", unpaid);
    const closed = await operator.post(`/api/shifts/${shift}/close`, { counted: {} });
    assert.equal(closed.status, 200, closed.text);

    await here.free();
    await until(async () => (await operator.get("/readyz")).status === 200, "payments to be on again", 30_000);
    await read(operator, "entry-1", "NEW2");
    assert.equal(await staysOf(operator, "NEW2", "open"), 1);
    assert.equal(await here.run("ledger verify"), "ended 0");
  } finally {
    await here.close();
  }
});

test.run();
