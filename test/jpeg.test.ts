import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { ExchangeFailure } from "../daemon/devices/http/failure.ts";
import { checkJpeg } from "../daemon/devices/http/jpeg.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";

const jpeg = suite("jpeg");
const whole = exampleJpeg();

jpeg("a whole picture passes with its size, and what follows its end is cut off", () => {
  const checked = checkJpeg(whole);
  assert.ok(checked.width >= 100 && checked.height >= 100);
  assert.deepEqual(checked.bytes, whole);
  assert.deepEqual(checkJpeg(Buffer.concat([whole, Buffer.from("\r\n--frame")])).bytes, whole);
});

jpeg("a picture that is cut off anywhere is refused", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
      assert.throws(() => checkJpeg(whole.subarray(0, length)), ExchangeFailure);
    }),
  );
});

jpeg("a thumbnail's end inside of the picture is not taken for its own", () => {
  const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from([1, 2, 3, 4, 0xff, 0xd9])]);
  const withThumbnail = Buffer.concat([whole.subarray(0, 2), thumbnail, whole.subarray(2)]);
  assert.equal(checkJpeg(withThumbnail).width, checkJpeg(whole).width);
  assert.throws(() => checkJpeg(withThumbnail.subarray(0, -2)), /its end is missing/);
});

jpeg("other bytes, and sizes no camera has, are refused in words", () => {
  assert.throws(() => checkJpeg(Buffer.alloc(0)), /no whole JPEG/);
  assert.throws(() => checkJpeg(Buffer.from("<html>")), /it does not begin as one/);
  const frame = whole.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(whole[at + 1] ?? 0));
  const tiny = Buffer.from(whole);
  tiny.writeUInt16BE(0, frame + 5);
  assert.throws(() => checkJpeg(tiny), /is no size of a picture/);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.throws(() => checkJpeg(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes])), ExchangeFailure);
    }),
  );
});

jpeg.run();
