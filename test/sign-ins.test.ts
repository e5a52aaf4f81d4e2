import assert from "node:assert/strict";
import { suite } from "uvu";
import type { SignIn } from "../common/api/auth.ts";
import { agentOf } from "../daemon/http/agent.ts";
import { type Client, openClient, startBooth, type TestBooth } from "./helpers/booth.ts";
import { openLive } from "./helpers/live.ts";
import { until } from "./helpers/until.ts";

interface Context {
  here: TestBooth;
  admin: Client;
  cashierId: string;
}
const signIns = suite<Context>("sign-ins");

signIns.before.each(async (context) => {
  context.here = await startBooth();
  context.admin = await context.here.signIn("admin");
  context.cashierId = await idOf(context.admin, "cashier");
});
signIns.after.each(async ({ here }) => {
  await here.close();
});

const DAY_MS = 24 * 3_600_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

async function idOf(admin: Client, username: string): Promise<string> {
  const { items } = (await admin.get("/api/users")).body as { items: { id: string; username: string }[] };
  return items.find((user) => user.username === username)!.id;
}

/** Signs in as a browser of this name does. */
async function signInWith(here: TestBooth, username: string, agent: string): Promise<Client> {
  const client = openClient(here.url);
  const body = { username, password: `${username}-pass` };
  const answer = await client.post("/api/auth/login", body, { "user-agent": agent });
  assert.equal(answer.status, 200, answer.text);
  return client;
}

const listOf = async (client: Client, path = "/api/auth/sign-ins") => (await client.get(path)).body.items as SignIn[];
const currentOf = async (client: Client) => (await listOf(client)).find(({ current }) => current)!.id;
const isIn = async (client: Client) => (await client.get("/api/auth/me")).status === 200;
const signOuts = (here: TestBooth) =>
  here.booth.db
    .prepare("SELECT actor ->> 'id' AS actor, data FROM events WHERE kind = 'sign_out' ORDER BY seq")
    .all()
    .map((row) => row as { actor: string; data: string })
    .map(({ actor, data }) => ({ actor, ...(JSON.parse(data) as { signInId: string; cause: string }) }));

signIns("those of a user are listed, newest first, with what they are recognised by", async (context) => {
  const { here, admin, cashierId } = context;
  const till = await signInWith(here, "cashier", FIREFOX);
  here.clock.advance(60_000);
  const phone = await signInWith(here, "cashier", "curl/8.5.0");
  here.clock.advance(60_000);
  assert.ok(await isIn(till));
  const answer = await admin.get(`/api/users/${cashierId}/sign-ins`);
  assert.equal(answer.status, 200);
  const shared = { source: "127.0.0.1", current: false };
  assert.deepEqual(answer.body, {
    items: [
      {
        ...shared,
        id: await currentOf(phone),
        agent: "curl/8.5.0",
        startedAt: "2026-11-20T12:01:00.000Z",
        lastSeenAt: null,
      },
      {
        ...shared,
        id: await currentOf(till),
        agent: "Firefox on Windows",
        startedAt: "2026-11-20T12:00:00.000Z",
        lastSeenAt: "2026-11-20T12:02:00.000Z",
      },
    ],
    next: null,
  });
  await phone.post("/api/auth/logout");
  assert.equal((await listOf(admin, `/api/users/${cashierId}/sign-ins`)).length, 1, "an ended one is not listed");
  assert.equal((await admin.get("/api/users/nobody/sign-ins")).status, 404);
});

signIns("ending one refuses its very next request and closes its live feed, and no other", async (context) => {
  const { here, admin, cashierId } = context;
  const [till, phone] = [await here.signIn("cashier"), await here.signIn("cashier")];
  const [tillLive, phoneLive] = [await openLive(here.url, till), await openLive(here.url, phone)];
  const id = await currentOf(till);
  const path = `/api/users/${cashierId}/sign-ins/${id}`;
  assert.equal((await admin.del(path)).status, 204);
  assert.equal((await till.get("/api/auth/me")).status, 401);
  assert.equal(await isIn(phone), true);
  await until(() => tillLive.closed() !== null, "the ended sign-in's feed to close");
  assert.equal(tillLive.closed(), 4401);
  assert.equal(phoneLive.closed(), null);
  const ended = { actor: await idOf(admin, "admin"), userId: cashierId, signInId: id, cause: "ended" };
  assert.deepEqual(signOuts(here), [ended]);
  assert.equal((await admin.del(path)).status, 204, "ended already");
  assert.deepEqual(signOuts(here), [ended], "and recorded once");
});

signIns("one that this user never had is not found", async ({ here, admin, cashierId }) => {
  const operator = await here.signIn("operator");
  const foreign = await currentOf(operator);
  for (const id of ["nothing", "__proto__", foreign])
    assert.equal((await admin.del(`/api/users/${cashierId}/sign-ins/${id}`)).status, 404, id);
  assert.equal((await admin.del(`/api/users/nobody/sign-ins/${foreign}`)).status, 404);
  assert.equal((await admin.del("/api/users/nobody/sign-ins")).status, 404);
  assert.equal(await isIn(operator), true);
});

signIns("all of a user are ended at once, but not the one that asks", async ({ here, admin, cashierId }) => {
  const cashiers = [await here.signIn("cashier"), await here.signIn("cashier")];
  assert.equal((await admin.del(`/api/users/${cashierId}/sign-ins`)).status, 204);
  assert.deepEqual(await Promise.all(cashiers.map(isIn)), [false, false]);
  const elsewhere = await here.signIn("admin");
  const adminId = await idOf(admin, "admin");
  assert.equal((await admin.del(`/api/users/${adminId}/sign-ins`)).status, 204);
  assert.deepEqual([await isIn(admin), await isIn(elsewhere)], [true, false]);
  assert.equal((await admin.del(`/api/users/${cashierId}/sign-ins`)).status, 204, "none is left to end");
  assert.equal(signOuts(here).length, 3);
});

signIns("who may not change a user may not end their sign-ins", async ({ here, admin, cashierId }) => {
  await admin.post("/api/roles", { id: "clerk", name: "Clerk", permissions: ["user:read", "user:update"] });
  await admin.post("/api/users", {
    username: "clerk",
    displayName: "Clerk",
    roleId: "clerk",
    password: "clerk-pass",
  });
  const [clerk, reader] = [await here.signIn("clerk"), await here.signIn("readonly")];
  const cashier = await here.signIn("cashier");
  const all = `/api/users/${cashierId}/sign-ins`;
  const one = `${all}/${await currentOf(cashier)}`;
  for (const path of [all, one]) {
    const [refused, forbidden] = [await clerk.del(path), await reader.del(path)];
    assert.deepEqual([refused.status, refused.body.error], [403, "escalation"]);
    assert.deepEqual([forbidden.status, forbidden.body.error], [403, "forbidden"]);
  }
  assert.equal((await reader.get(all)).status, 200);
  assert.equal((await cashier.get(all)).status, 403);
  assert.equal(await isIn(cashier), true);
  const unmeant = await admin.del(all, { "x-csrf-token": "" });
  assert.deepEqual([unmeant.status, unmeant.body.error], [403, "csrf_mismatch"]);
});

signIns("everybody sees and ends their own, and nobody else's", async ({ here, admin }) => {
  const [till, phone] = [await here.signIn("cashier"), await here.signIn("cashier")];
  const mine = await listOf(till);
  assert.deepEqual(
    mine.map(({ current }) => current),
    [false, true],
  );
  const foreign = await currentOf(admin);
  assert.equal((await till.del(`/api/auth/sign-ins/${foreign}`)).status, 404);
  assert.equal((await till.del(`/api/auth/sign-ins/${mine[0]!.id}`)).status, 204);
  assert.deepEqual([await isIn(phone), await isIn(till), await isIn(admin)], [false, true, true]);
  assert.equal((await till.del(`/api/auth/sign-ins/${mine[1]!.id}`)).status, 204);
  assert.equal(await isIn(till), false);
  assert.deepEqual(
    signOuts(here).map(({ cause }) => cause),
    ["ended", "asked"],
  );
  for (const answer of [await here.anonymous.get("/api/auth/sign-ins"), await till.del("/api/auth/sign-ins/x")])
    assert.equal(answer.status, 401);
});

signIns("one can be ended while the ledger is broken", async ({ here, admin, cashierId }) => {
  const cashier = await here.signIn("cashier");
  here.booth.ledger.declareBroken({ seq: 1, class: "edited", message: "made so by the test" });
  assert.equal((await admin.del(`/api/users/${cashierId}/sign-ins`)).status, 204);
  assert.equal(await isIn(cashier), false);
  assert.deepEqual(signOuts(here), []);
});

signIns("what ended more than 90 days ago is forgotten, what did not end stays", async ({ here, admin }) => {
  const path = `/api/users/${await idOf(admin, "cashier")}/sign-ins`;
  const ended: string[] = [];
  for (const _ of [1, 2]) {
    const gone = await here.signIn("cashier");
    ended.push(await currentOf(gone));
    await gone.post("/api/auth/logout");
    here.clock.advance(60 * DAY_MS);
  }
  const statuses = async (client: Client) =>
    Promise.all(ended.map(async (id) => (await client.del(`${path}/${id}`)).status));
  assert.deepEqual(await statuses(admin), [204, 204]);
  await here.daemon.stop();
  const again = await startBooth({ dataDir: here.dataDir, clock: here.clock });
  try {
    const same = openClient(again.url);
    for (const [name, value] of admin.cookies) same.cookies.set(name, value);
    await until(async () => (await statuses(same))[0] === 404, "the older one to be forgotten");
    assert.deepEqual(await statuses(same), [404, 204]);
    assert.equal(await isIn(same), true);
  } finally {
    await again.close();
  }
});

signIns("a browser is named in a few words, and what is no browser by what it says", () => {
  const on = (system: string, rest: string) => agentOf(`Mozilla/5.0 (${system}) ${rest}`);
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  assert.equal(agentOf(FIREFOX), "Firefox on Windows");
  assert.equal(on("X11; Linux x86_64", `${webkit} Chrome/126.0 Safari/537.36`), "Chrome on Linux");
  assert.equal(on("X11; Linux x86_64", `${webkit} Chromium/126.0 Chrome/126.0 Safari/537.36`), "Chromium on Linux");
  assert.equal(on("Windows NT 10.0", `${webkit} Chrome/126.0 Safari/537.36 Edg/126.0`), "Edge on Windows");
  assert.equal(on("Linux; Android 14", `${webkit} Chrome/126.0 Mobile Safari/537.36`), "Chrome on Android");
  assert.equal(on("Macintosh; Intel Mac OS X 10_15", "Version/17.5 Safari/605.1"), "Safari on macOS");
  assert.equal(on("iPhone; CPU iPhone OS 17_5 like Mac OS X", "Version/17.5 Mobile Safari/604.1"), "Safari on iOS");
  assert.equal(agentOf(""), null);
  assert.equal(agentOf("  "), null);
  assert.equal(agentOf("booth-shell/2\u001b[31m\tx"), "booth-shell/2 [31m x");
  assert.equal(agentOf("x".repeat(500))?.length, 200);
});

signIns.run();
