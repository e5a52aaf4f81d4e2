import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, openClient } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Running } from "./helpers/cli.ts";
import { openLive } from "./helpers/live.ts";
import { until } from "./helpers/until.ts";

interface Context {
  bench: CliBench;
  daemon: Running;
  url: string;
}
const signIns = suite<Context>("cli sign-ins");

signIns.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.run(["users", "create", "maria", "--role", "cashier", "--password-stdin"], { input: "maria-pass" });
  context.daemon = bench.start(["serve"], { COOKIE_SECURE: "0", WS_ALLOWED_ORIGINS: "http://booth.test" });
  const address = () => /"url":"([^"]+)"/.exec(context.daemon.said().stderr)?.[1];
  await until(() => address() !== undefined, "the booth to open", 20_000);
  context.url = address() ?? "";
});
signIns.after.each(({ bench }) => {
  bench.close();
});

async function signIn(url: string): Promise<Client> {
  const client = openClient(url);
  const body = { username: "maria", password: "maria-pass" };
  const answer = await client.post("/api/auth/login", body, { "user-agent": "till/1" });
  assert.equal(answer.status, 200, answer.text);
  return client;
}

const isIn = async (client: Client) => (await client.get("/api/auth/me")).status === 200;

interface Listed {
  id: string;
  source: string;
  agent: string | null;
}
const listOf = async (bench: CliBench) =>
  ((await bench.json(["users", "sign-ins", "maria"])) as { items: Listed[] }).items;

signIns("those of a user are listed and one is ended, while the daemon runs", async ({ bench, url }) => {
  assert.equal((await bench.run(["users", "sign-ins", "maria"])).stderr, "maria is not signed in.\n");
  const [older, newer] = [await signIn(url), await signIn(url)];
  const live = await openLive(url, older);
  const items = await listOf(bench);
  assert.deepEqual(
    items.map(({ source, agent }) => [source, agent]),
    [
      ["127.0.0.1", "till/1"],
      ["127.0.0.1", "till/1"],
    ],
  );
  const { id } = items[1]!;
  assert.match((await bench.run(["users", "sign-ins", "maria"])).stdout, new RegExp(`^${id} .* till/1$`, "m"));
  const end = ["users", "sign-out", "maria", "--sign-in", id];
  assert.equal((await bench.run(end)).stderr, "1 sign-in was ended, 1 left.\n");
  assert.deepEqual([await isIn(older), await isIn(newer)], [false, true]);
  await until(() => live.closed() !== null, "the live feed of the ended sign-in to close");
  const again = await bench.run(end);
  assert.deepEqual([again.code, again.stderr], [0, "This sign-in had ended already.\n"]);
  const { items: events } = (await bench.json(["ledger", "list", "--kind", "sign_out"])) as {
    items: { actor: { type: string }; data: { signInId: string; cause: string } }[];
  };
  assert.deepEqual(
    events.map(({ actor, data }) => [actor.type, data.signInId, data.cause]),
    [["cli", id, "ended"]],
  );
});

signIns("all of a user are ended, and once more is nothing to do", async ({ bench, url }) => {
  for (const args of [[], ["--all"]]) {
    const clients = [await signIn(url), await signIn(url)];
    const ran = await bench.run(["users", "sign-out", "maria", ...args]);
    assert.equal(ran.stderr, "2 sign-ins were ended; maria is signed out.\n");
    assert.deepEqual(await Promise.all(clients.map(isIn)), [false, false]);
  }
  const again = await bench.run(["users", "sign-out", "maria"]);
  assert.deepEqual([again.code, again.stderr], [0, "maria is not signed in.\n"]);
  assert.deepEqual(await bench.json(["users", "sign-out", "maria"]), { username: "maria", ended: 0, left: 0 });
});

signIns("an unknown user or sign-in is exit 6, and two ways at once exit 2", async ({ bench, url }) => {
  const client = await signIn(url);
  assert.equal((await bench.run(["users", "sign-ins", "nobody"])).code, 6);
  assert.equal((await bench.run(["users", "sign-out", "nobody"])).code, 6);
  const unknown = await bench.run(["users", "sign-out", "maria", "--sign-in", "nothing"]);
  assert.equal(unknown.code, 6);
  assert.match(unknown.stderr, /maria stays signed in\.\n {2}Try: boothctl users sign-ins maria/);
  assert.equal((await bench.run(["users", "sign-out", "maria", "--all", "--sign-in", "x"])).code, 2);
  assert.equal(await isIn(client), true);
});

signIns.run();
