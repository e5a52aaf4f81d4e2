import assert from "node:assert/strict";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { JPEG, PNG, sendPicture, uploads } from "./helpers/pictures.ts";
import { until } from "./helpers/until.ts";

const pictures = suite("pictures at the ingress");

let here: TestBooth;
pictures.before.each(async () => {
  here = await startBooth();
});
pictures.after.each(async () => {
  await here.close();
});

const inside = () =>
  here.booth.db.prepare("SELECT count(*) AS count FROM sessions WHERE state IN ('open', 'paid')").pluck().get();

pictures("keeps the picture that a camera sends with its read, and no file besides", async () => {
  const before = uploads();
  assert.deepEqual(await sendPicture(here.url, JPEG), { status: 202, error: null });
  const operator = await here.signIn("operator");
  const [stay] = (await operator.get("/api/sessions")).body.items as { picture: string }[];
  const picture = await operator.get(stay?.picture ?? "");
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
  assert.equal(picture.headers.get("content-length"), String(JPEG.length));
  assert.deepEqual(uploads(), before);
});

pictures(
  "refuses a picture that is no JPEG, is too large, or comes with something else, and leaves no file of it",
  async () => {
    const before = uploads();
    assert.deepEqual(await sendPicture(here.url, PNG), { status: 415, error: "unsupported_media" });
    here.clock.advance(1000);
    assert.deepEqual(await sendPicture(here.url, Buffer.concat([JPEG, Buffer.alloc(2 * 1024 * 1024)])), {
      status: 413,
      error: "too_large",
    });
    assert.deepEqual(await sendPicture(here.url, JPEG, "{"), { status: 400, error: "malformed_json" });
    assert.deepEqual(await sendPicture(here.url, JPEG, null), { status: 400, error: "malformed_json" });
    assert.deepEqual(await sendPicture(here.url, JPEG, '{"plate":"B1234"}', "photo"), {
      status: 400,
      error: "invalid_input",
    });
    assert.deepEqual(await sendPicture(here.url, JPEG, '{"plate":7}'), { status: 400, error: "invalid_input" });
    const garbage = await here.anonymous.post("/api/ingress/camera/entry-1", "no parts here", {
      "content-type": "multipart/form-data; boundary=x",
    });
    assert.deepEqual([garbage.status, garbage.body.error], [400, "invalid_input"]);
    await until(() => uploads().join() === before.join(), "the temporary files to be gone");
    assert.equal(inside(), 0);
  },
);

pictures("says of a body with a part too many, or with a large field, what was expected", async () => {
  const before = uploads();
  const crop = new Blob([new Uint8Array(JPEG)], { type: "image/jpeg" });
  const send = async (...parts: [name: string, value: string | Blob][]) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    const answer = await fetch(`${here.url}/api/ingress/camera/entry-1`, { method: "POST", body: form });
    const { error, message } = (await answer.json()) as { error: string; message: string };
    return [answer.status, error, message];
  };
  const meta = '{"plate":"B1234"}';
  const parts = [400, "invalid_input", "expected multipart with one field `meta` and one file `crop`"];
  assert.deepEqual(await send(["meta", meta], ["crop", crop], ["model", "a camera's own"]), parts);
  assert.deepEqual(await send(["meta", meta], ["crop", crop], ["crop", crop]), parts);
  assert.deepEqual(await send(["crop", crop], ["crop", crop]), parts);
  const large = await send(["meta", meta.padEnd(8193)], ["crop", crop]);
  assert.deepEqual(large, [413, "too_large", "expected a field `meta` of at most 8192 bytes"]);
  await until(() => uploads().join() === before.join(), "the temporary files to be gone");
  assert.equal(inside(), 0);
});

pictures.run();
