import assert from "node:assert/strict";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { BOOTH_ACTOR, cliActor } from "../daemon/services/actors.ts";
import { updateRole } from "../daemon/services/roles.ts";
import { openBeside, startBooth, type TestBooth } from "./helpers/booth.ts";
import { openLive } from "./helpers/live.ts";
import { until } from "./helpers/until.ts";

const feed = suite("live feed");

let here: TestBooth;
feed.before.each(async () => {
  here = await startBooth();
});
feed.after.each(async () => {
  await here.close();
});

/** Appends so many events of no meaning, each in a commit of its own. */
async function append(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await here.booth.ledger.commit(BOOTH_ACTOR, (tx) => tx.append("clock_step", { bySeconds: index }));
  }
}

const head = () => here.booth.ledger.head()?.seq ?? 0;

feed("greets with head, time, ledger state and lanes, and then tells what happens", async () => {
  const live = await openLive(here.url, await here.signIn("admin"));
  const hello = live.messages[0];
  assert.ok(hello?.type === "hello");
  assert.equal(hello.head, head());
  assert.equal(hello.serverTime, "2026-11-20T12:00:00.000Z");
  assert.deepEqual(hello.ledger, { ok: true, reason: null, message: null, firstBad: null });
  assert.deepEqual(
    hello.lanes.map((lane) => lane.id),
    ["entry-1", "exit-1"],
  );
  await append(1);
  await until(() => live.events().length === 1, "the event");
  assert.equal(live.events()[0]?.seq, head());
});

feed(
  "goes on after the cursor without gap or double while events arrive from here and from another process",
  async () => {
    const admin = await here.signIn("admin");
    await append(700);
    const other = await openBeside(here);
    const after = 5;
    const writing = Promise.all([
      append(300),
      (async () => {
        for (let index = 0; index < 100; index += 1)
          await other.ledger.commit(cliActor("maria"), (tx) => tx.append("clock_step", { bySeconds: 0 }));
      })(),
    ]);
    const live = await openLive(here.url, admin, after);
    const late = await openLive(here.url, admin);
    await writing;
    await until(() => live.events().at(-1)?.seq === head() && late.events().at(-1)?.seq === head(), "the last event");
    other.db.close();
    const seqs = live.events().map((event) => event.seq);
    assert.deepEqual(
      seqs,
      Array.from({ length: head() - after }, (_, index) => after + 1 + index),
    );
    const greeted = late.messages[0];
    assert.ok(greeted?.type === "hello");
    assert.deepEqual(
      late.events().map((event) => event.seq),
      Array.from({ length: head() - greeted.head }, (_, index) => greeted.head + 1 + index),
    );
  },
);

feed("notices what another process appended while nothing happens here", async () => {
  const live = await openLive(here.url, await here.signIn("admin"));
  const other = await openBeside(here);
  await other.ledger.commit(cliActor("maria"), (tx) => tx.append("clock_step", { bySeconds: 0 }));
  other.db.close();
  await until(() => live.events().some((event) => event.actor.id === "maria"), "the other process's event");
});

feed("takes a cursor from beyond the head for one that has nothing of this ledger to come", async () => {
  const live = await openLive(here.url, await here.signIn("admin"), 99_999);
  await append(1);
  await until(() => live.events().length === 1, "the event");
});

feed("tells a cashier the kinds of the cashier's screen and those of the own shift alone", async () => {
  const cashier = await here.signIn("cashier");
  const operator = await here.signIn("operator");
  const live = await openLive(here.url, cashier);
  await append(3);
  await operator.post("/api/shifts", { float: 5000 });
  assert.equal((await cashier.post("/api/shifts", { float: 10_000 })).status, 201);
  const entered = { plate: "B1234", vehicleClass: "sedan", enteredAt: "2026-11-20T10:00:00.000Z", reason: "no read" };
  assert.equal((await cashier.post("/api/sessions", entered)).status, 201);
  await until(() => live.events().some((event) => event.kind === "session_open"), "the stay");
  assert.deepEqual(
    live.events().map((event) => event.kind),
    ["shift_open", "session_open"],
  );
  const everything = await openLive(here.url, operator, 1);
  await until(() => everything.events().at(-1)?.seq === head(), "the last event");
  assert.equal(everything.events().length, head() - 1);
});

feed("tells those whose role was edited, and shows them more from then on", async () => {
  const admin = await here.signIn("admin");
  const cashier = await here.signIn("cashier");
  const live = await openLive(here.url, cashier);
  const bystander = await openLive(here.url, await here.signIn("readonly"));
  const { permissions, name } = (await admin.get("/api/roles/cashier")).body as { permissions: string[]; name: string };
  const edited = await admin.put("/api/roles/cashier", { name, permissions: [...permissions, "event:read"] });
  assert.equal(edited.status, 200, edited.text);
  await until(() => live.has("me_changed"), "the word that the role changed");
  await append(1);
  await until(() => live.events().some((event) => event.kind === "clock_step"), "an event of the new right");
  assert.equal(bystander.has("me_changed"), false);
});

feed("tells of a role that another process edited", async () => {
  const live = await openLive(here.url, await here.signIn("cashier"));
  const other = await openBeside(here);
  await updateRole(other, cliActor("maria"), "cashier", { name: "Cashier", permissions: ["session:read"] });
  other.db.close();
  await until(() => live.has("me_changed"), "the word that the role changed");
});

feed("closes the socket of whoever signs out, and lets nothing more through", async () => {
  const admin = await here.signIn("admin");
  const live = await openLive(here.url, admin);
  assert.equal((await admin.post("/api/auth/logout")).status, 204);
  await append(2);
  await until(() => live.closed() !== null, "the socket to close");
  assert.equal(live.closed(), 4401);
  assert.deepEqual(live.events(), []);
});

feed("closes the socket of a user who is disabled", async () => {
  const admin = await here.signIn("admin");
  const live = await openLive(here.url, await here.signIn("cashier"));
  const users = (await admin.get("/api/users")).body.items as { id: string; username: string }[];
  const cashier = users.find((user) => user.username === "cashier");
  assert.equal((await admin.put(`/api/users/${cashier?.id}`, { disabled: true })).status, 200);
  await until(() => live.closed() === 4401, "the socket to close");
});

feed("closes a client that does not read with 1013, and it goes on by its cursor", async () => {
  const admin = await here.signIn("admin");
  const live = await openLive(here.url, admin);
  const since = head();
  live.socket.pause();
  const large = { before: { text: "x".repeat(60_000) }, after: {} };
  for (let index = 0; index < 250; index += 1) {
    await here.booth.ledger.commit(BOOTH_ACTOR, (tx) => tx.append("site_change", large));
  }
  const reader = await openLive(here.url, admin);
  await until(() => reader.pings() >= 3, "three pings to somebody who reads", 16_000);
  assert.equal(reader.closed(), null);
  live.socket.resume();
  await until(() => live.closed() !== null, "the socket to close", 10_000);
  assert.equal(live.closed(), 1013);
  const had = live.events().map((event) => event.seq);
  const again = await openLive(here.url, admin, had.at(-1) ?? since);
  await until(() => again.events().at(-1)?.seq === head(), "the rest", 10_000);
  const all = [...had, ...again.events().map((event) => event.seq)];
  assert.ok(had.length < 250, "some of it must have been held back");
  assert.deepEqual(
    all,
    Array.from({ length: head() - since }, (_, index) => since + 1 + index),
  );
});

feed("pings every five seconds and keeps who answers", async () => {
  const live = await openLive(here.url, await here.signIn("admin"));
  await until(() => live.pings() >= 2, "two pings", 12_000);
  assert.equal(live.closed(), null);
});

feed("leaves the database closed and the sockets told when the booth stops", async () => {
  const live = await openLive(here.url, await here.signIn("admin"));
  await here.daemon.stop();
  await until(() => live.closed() !== null, "the socket to close");
  assert.equal(live.closed(), 1001);
  const db = openDb(join(here.dataDir, "booth.db"), { readonly: true });
  assert.equal(
    (db.prepare("SELECT kind FROM events ORDER BY seq DESC LIMIT 1").get() as { kind: string }).kind,
    "checkpoint",
  );
  db.close();
});

feed(
  "tells a cashier what an operator does to the cashier's shift, and nothing of how the ledger is verified",
  async () => {
    const cashier = await here.signIn("cashier");
    const operator = await here.signIn("operator");
    const live = await openLive(here.url, cashier);
    const watcher = await openLive(here.url, operator);
    const { id } = (await cashier.post("/api/shifts", { float: 500 })).body;
    const own = (await operator.post("/api/shifts", { float: 500 })).body.id;
    const drop = { type: "drop", amount: 100, reason: "bank_drop" };
    assert.equal((await operator.post(`/api/shifts/${own}/cash`, drop)).status, 201);
    assert.equal((await operator.post(`/api/shifts/${id}/cash`, drop)).status, 201);
    here.booth.bus.announce("progress", { type: "progress", task: "verify", done: 1, total: 2 });
    await until(() => watcher.has("progress"), "the progress");
    await until(() => live.events().some(({ kind }) => kind === "cash_movement"), "the movement");
    assert.deepEqual(
      live.events().map((event) => (event.data as { shiftId: string }).shiftId),
      [id, id],
    );
    assert.ok(!live.has("progress"));
  },
);

feed("tells a cashier that the own shift is closed, and not what the drawer should have held", async () => {
  const cashier = await here.signIn("cashier");
  const shift = (await cashier.post("/api/shifts", { float: 10_000 })).body;
  const heard = await Promise.all([cashier, await here.signIn("operator")].map((client) => openLive(here.url, client)));
  await cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} });
  const closings = await Promise.all(
    heard.map(async (live) => {
      const closing = () => live.events().find((event) => event.kind === "shift_close");
      await until(() => closing() !== undefined, "the closing");
      live.socket.terminate();
      return closing()?.data as { overShort?: number };
    }),
  );
  assert.deepEqual(
    closings.map(({ overShort }) => overShort),
    [undefined, -10_000],
  );
});

feed.run();
