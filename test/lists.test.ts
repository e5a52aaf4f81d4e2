import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  lists: string[];
}

const test = suite<Context>("lists");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.admin = await context.booth.signIn("admin");
  await context.booth.signIn("admin");
  const { id } = (await context.admin.get("/api/auth/me")).body;
  context.lists = ["/api/lanes", "/api/events/actors", "/api/prints", "/api/validation/stations"];
  context.lists.push("/api/auth/sign-ins", `/api/users/${id}/sign-ins`);
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

/** Reads a list one item at a time, from page to page. */
async function walk(client: Client, path: string): Promise<{ id?: string }[]> {
  const items: { id?: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer = await client.get(`${path}?limit=1${cursor && `&cursor=${cursor}`}`);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    assert.ok(answer.body.items.length <= 1, path);
    items.push(...answer.body.items);
    cursor = answer.body.next;
  }
  return items;
}

/** What an item is known by: a lane's barrier moves between two looks. */
const nameOf = (item: { id?: string }) => item.id ?? JSON.stringify(item);

test("short lists are read page by page too", async ({ booth, admin, lists }) => {
  await carInside(booth, admin, "LIST11");
  for (const path of lists) {
    const { items } = (await admin.get(path)).body;
    assert.deepEqual((await walk(admin, path)).map(nameOf), items.map(nameOf), path);
  }
  assert.equal((await walk(admin, "/api/lanes")).length, 2);
  assert.equal((await walk(admin, "/api/auth/sign-ins")).length, 2);
});

test("a short list refuses what it does not take", async ({ admin, lists }) => {
  for (const path of lists)
    for (const query of ["limit=0", "limit=501", "limit=x", "cursor=no.cursor", "unknown=1"]) {
      const answer = await admin.get(`${path}?${query}`);
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid_input"], `${path}?${query}`);
      assert.equal(answer.body.details[0].path, query.split("=")[0]);
    }
});

test.run();
