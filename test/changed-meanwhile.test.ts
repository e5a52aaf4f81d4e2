import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Answer, type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside, openShift } from "./helpers/stay.ts";

interface Context {
  here: TestBooth;
  admin: Client;
}
const changed = suite<Context>("changed meanwhile");

changed.before.each(async (context) => {
  context.here = await startBooth();
  context.admin = await context.here.signIn("admin");
});
changed.after.each(async ({ here }) => {
  await here.close();
});

const outcome = ({ status, body }: Answer) => [status, body?.error];
const LATE = [412, "changed_meanwhile"];

/** The header that says on sight of which state a change is made. */
const sightOf = ({ headers }: Answer) => ({ "if-match": headers.get("etag") ?? "" });

async function userPath(admin: Client, username: string): Promise<string> {
  const { items } = (await admin.get("/api/users")).body as { items: { id: string; username: string }[] };
  return `/api/users/${items.find((user) => user.username === username)!.id}`;
}

changed("of two who edit a user the second is told how it stands now", async ({ admin }) => {
  const path = await userPath(admin, "cashier");
  const seen = await admin.get(path);
  const first = await admin.put(path, { displayName: "One" }, sightOf(seen));
  assert.equal(first.status, 200);
  const late = await admin.put(path, { displayName: "Two" }, sightOf(seen));
  assert.deepEqual(outcome(late), LATE);
  assert.deepEqual(late.body.current, first.body);
  assert.equal((await admin.put(path, { displayName: "Two" }, sightOf(first))).status, 200);
});

changed("a user is not deleted on sight of an older state", async ({ admin }) => {
  const path = await userPath(admin, "cashier");
  const seen = await admin.get(path);
  const edited = await admin.put(path, { roleId: "operator" });
  const late = await admin.del(path, sightOf(seen));
  assert.deepEqual(outcome(late), LATE);
  assert.deepEqual(late.body.current, edited.body);
  assert.equal((await admin.del(path, sightOf(edited))).status, 204);
});

changed("who may not touch a user or role is refused for that, and not told how it stands", async ({ here, admin }) => {
  const permissions = ["user:update", "user:delete", "role:update", "role:delete"];
  await admin.post("/api/roles", { id: "clerk", name: "Clerk", permissions });
  await admin.post("/api/users", { username: "kim", displayName: "Kim", roleId: "clerk", password: "kim-pass" });
  const kim = await here.signIn("kim");
  const old = { "if-match": '"older"' };
  const path = await userPath(admin, "cashier");
  const answers = [
    await kim.put(path, { disabled: true }, old),
    await kim.del(path, old),
    await kim.put("/api/roles/cashier", { name: "x", permissions: [] }, old),
    await kim.del("/api/roles/cashier", old),
  ];
  for (const answer of answers)
    assert.deepEqual([...outcome(answer), answer.body.current], [403, "escalation", undefined]);
});

changed("of two edits of a role on sight of the same state one is refused with the current one", async ({ admin }) => {
  const seen = sightOf(await admin.get("/api/roles/readonly"));
  const edit = (name: string) => admin.put("/api/roles/readonly", { name, permissions: [] }, seen);
  const answers = await Promise.all([edit("One"), edit("Two")]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  const late = answers.find(({ status }) => status === 412)!;
  assert.deepEqual(outcome(late), LATE);
  assert.deepEqual(late.body.current, (await admin.get("/api/roles/readonly")).body);
});

changed("a role is not deleted on sight of an older state", async ({ admin }) => {
  const made = await admin.post("/api/roles", { id: "night", name: "Night", permissions: ["event:read"] });
  const edited = await admin.put("/api/roles/night", { name: "Nights", permissions: [] });
  const late = await admin.del("/api/roles/night", sightOf(made));
  assert.deepEqual(outcome(late), LATE);
  assert.deepEqual(late.body.current, edited.body);
  assert.equal((await admin.del("/api/roles/night", sightOf(edited))).status, 204);
});

changed("of two who add the same lane the second is told, at its id, and changes nothing", async ({ admin }) => {
  const isNew = { "if-none-match": "*" };
  const add = (lane: string, name: string) =>
    admin.post("/api/setup/assign", { lane, name, direction: "exit", devices: {} }, isNew);
  assert.equal((await add("exit-2", "First")).status, 201);
  const late = await add("exit-2", "Second");
  assert.deepEqual(outcome(late), LATE);
  assert.deepEqual(late.body.details, [{ path: "lane", message: "expected an id that no lane has yet" }]);
  const stored = await admin.get("/api/setup/lanes/exit-2");
  assert.deepEqual(late.body.current, stored.body);
  assert.equal(stored.body.name, "First");
  assert.equal((await add("exit-3", "Second")).status, 201);
});

changed("a plate is not corrected on sight of an older state of the stay", async ({ here, admin }) => {
  const { id } = await carInside(here, admin, "OLD111");
  const path = `/api/sessions/${id}`;
  const seen = await admin.get(path);
  const first = await admin.put(`${path}/plate`, { plate: "FIRST1", reason: "misread" }, sightOf(seen));
  assert.equal(first.status, 200, first.text);
  const late = await admin.put(`${path}/plate`, { plate: "SECOND1", reason: "misread" }, sightOf(seen));
  assert.deepEqual(outcome(late), LATE);
  const now = await admin.get(path);
  assert.deepEqual([late.body.current, now.body.plate], [now.body, "FIRST1"]);
  const again = await admin.put(`${path}/plate`, { plate: "SECOND1", reason: "misread" }, sightOf(now));
  assert.deepEqual([again.status, again.body.plate], [200, "SECOND1"]);
});

changed("who is signed in and a shift carry a tag, which is another one once they have changed", async ({ here }) => {
  const cashier = await here.signIn("cashier");
  const tagOf = async (path: string) => (await cashier.get(path)).headers.get("etag") ?? `no tag of ${path}`;
  const { id } = await openShift(cashier);
  const paths = ["/api/auth/me", "/api/shifts/current", `/api/shifts/${id}`];
  const before = await Promise.all(paths.map(tagOf));
  for (const tag of before) assert.match(tag, /^"[\w-]{22}"$/);
  assert.deepEqual(await Promise.all(paths.map(tagOf)), before);
  assert.equal((await cashier.put("/api/auth/language", { language: "de" })).status, 200);
  const closed = await cashier.post(`/api/shifts/${id}/close`, { counted: { "5000": 3 } });
  assert.equal(closed.status, 200, closed.text);
  const after = await Promise.all(paths.map(tagOf));
  assert.deepEqual(
    after.filter((tag) => before.includes(tag)),
    [],
  );
});

changed.run();
