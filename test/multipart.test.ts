import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { splitForm } from "../common/node/multipart.ts";

const test = suite("multipart forms");

const TYPE = "multipart/form-data; boundary=b";
const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const split = (text: string, type = TYPE) => splitForm(type, Buffer.from(text), 2);
const META = 'Content-Disposition: form-data; name="meta"';

test("whatever a browser's form holds comes out as it went in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.string({ maxLength: 40 }), async (bytes, name) => {
      const form = new FormData();
      form.set("meta", "{}");
      form.set("crop", new Blob([new Uint8Array(bytes)]), name);
      const sent = new Response(form);
      const type = sent.headers.get("content-type") ?? "";
      const parts = splitForm(type, Buffer.from(await sent.arrayBuffer()), 2);
      assert.deepEqual(
        parts?.map(({ name: own }) => own),
        ["meta", "crop"],
      );
      assert.deepEqual(parts?.[1]?.bytes, Buffer.from(bytes));
    }),
  );
});

test("line breaks and dashes that are no boundary belong to the part", () => {
  for (const body of ["", "\r\n", "\r\n--", "--b", "\n--b", "\r\n--a", "\r\n\r\n"])
    assert.equal(split(`${part(META, body)}--b--`)?.[0]?.bytes.toString(), body, JSON.stringify(body));
});

test("names are read whatever the case of the header, the order and the other headers", () => {
  const heads = [
    'content-disposition: form-data; filename="x"; name="meta"\r\nContent-Type: image/jpeg',
    "X-Other: 1\r\nCONTENT-DISPOSITION: form-data;name=\"meta\";filename*=UTF-8''x",
  ];
  for (const head of heads) {
    const found = split(`${part(head, "x")}--b--`, 'multipart/form-data; charset=utf-8; BOUNDARY="b"');
    assert.equal(found?.[0]?.name, "meta");
  }
});

test("what is no whole form is none", () => {
  const whole = `${part(META, "{}")}--b--`;
  const broken = [
    ["", TYPE],
    ["--b", TYPE],
    [whole.slice(0, -4), TYPE],
    [` ${whole}`, TYPE],
    [whole, "multipart/form-data"],
    [whole, "multipart/form-data; boundary=c"],
    [`${part('Content-Disposition: form-data; filename="meta"', "x")}--b--`, TYPE],
    [`${part('Content-Disposition: attachment; name="meta"', "x")}--b--`, TYPE],
    [`${part(`X: ${"x".repeat(2000)}\r\n${META}`, "x")}--b--`, TYPE],
    [`${part(META, "1") + part(META, "2") + part(META, "3")}--b--`, TYPE],
  ] as const;
  for (const [text, type] of broken) assert.equal(split(text, type), null, text.slice(0, 80));
});

test("no bytes break it", () => {
  const pieces = ["--b", "\r\n", "\r\n--b", "--", META, ":", "\r\n\r\n", "x"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (list) => {
      const text = `--b${list.join("")}`;
      const found = split(text);
      assert.ok(found === null || (found.length <= 2 && text.includes("--b--")));
    }),
  );
});

test.run();
