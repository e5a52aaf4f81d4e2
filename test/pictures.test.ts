import assert from "node:assert/strict";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Picture } from "../daemon/devices/interfaces.ts";
import { openShelf } from "../daemon/services/picture-shelf.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { JPEG, sendPicture } from "./helpers/pictures.ts";
import { carAt, carInside } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

const pictures = suite<{ here: TestBooth }>("pictures of stays and openings");

pictures.before.each(async (context) => {
  context.here = await startBooth();
});
pictures.after.each(async ({ here }) => {
  await here.close();
});

const kept = ({ dataDir }: TestBooth) => readdirSync(join(dataDir, "pictures")).map((file) => file.replace(".jpg", ""));

/** Five stays, of which the second has left again; each picture is a minute older than the next. */
async function fiveStays(here: TestBooth): Promise<string[]> {
  const cashier = await here.signIn("cashier");
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { id } = await carInside(here, cashier, `AB10${number}`);
    const at = 1_700_000_000 + number * 60;
    utimesSync(join(here.dataDir, "pictures", `${id}.jpg`), at, at);
    ids.push(id);
    here.clock.advance(1000);
    if (number === 1) await carAt(here, "exit-1", "AB101");
  }
  return ids;
}

pictures(
  "are held to a number: the oldest goes first, but none of a car inside before the others",
  async ({ here }) => {
    const [first, second, ...rest] = await fiveStays(here);
    const shelf = openShelf(here.booth, { count: 4, bytes: 1e9 });
    assert.equal(await shelf.isOverfull(), true);
    assert.equal(await shelf.trim(), 2);
    assert.deepEqual(new Set(kept(here)), new Set(rest), `${second} has left, ${first} is the oldest inside`);
    assert.equal(await shelf.isOverfull(), false);
  },
);

pictures("are held to bytes, and what is added counts at once", async ({ here }) => {
  await sendPicture(here.url, JPEG);
  const shelf = openShelf(here.booth, { count: 100, bytes: 2 * JPEG.length });
  assert.equal(await shelf.isOverfull(), false);
  shelf.added(JPEG.length + 1);
  assert.equal(await shelf.isOverfull(), true);
  await shelf.trim();
  assert.equal(await shelf.isOverfull(), false, "the folder is what counts");
});

pictures("an opening by hand shows its picture to who may see stays", async ({ here }) => {
  const cashier = await here.signIn("cashier");
  const { body } = await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
  const path = `/api/lanes/exit-1/intent/${body.seq}/picture`;
  const picture = await cashier.get(path);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/jpeg"]);
  assert.equal((await here.anonymous.get(path)).status, 401);
  assert.equal((await cashier.get(`/api/lanes/entry-1/intent/${body.seq}/picture`)).status, 404);
  assert.equal((await cashier.get(`/api/lanes/exit-1/intent/${body.seq - 1}/picture`)).status, 404);
});

pictures("nobody who opens by hand waits for a slow camera, whose picture is kept when it comes", async ({ here }) => {
  const cashier = await here.signIn("cashier");
  let give: (picture: Picture) => void = () => {};
  const taken = new Promise<Picture>((resolve) => {
    give = resolve;
  });
  Object.assign(here.booth.devices, { snapshot: () => taken });
  const opened = await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
  assert.equal(opened.status, 201);
  const path = `/api/lanes/exit-1/intent/${opened.body.seq}/picture`;
  const none = await cashier.get(path);
  assert.deepEqual(
    [none.status, none.body.message],
    [404, "there is no picture of this: none was taken, or it was erased"],
  );
  give({ jpeg: JPEG, takenAt: new Date(here.clock.now()).toISOString() });
  await until(async () => (await cashier.get(path)).status === 200, "the picture to be kept");
});

pictures.run();
