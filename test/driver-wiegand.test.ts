import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { type Reader, startReader, wiegandFrame } from "../bin/demo/hardware/reader.ts";
import type { FieldValue } from "../common/drivers.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { wiegand } from "../daemon/devices/drivers/wiegand.ts";
import type { ReaderDevice } from "../daemon/devices/interfaces.ts";
import { openDriver } from "../daemon/devices/open-device.ts";
import { openBlocks } from "../daemon/devices/tcp/frames.ts";
import {
  CARD_FORMATS,
  type CardFormatName,
  frameBits,
  hasParity,
  readCard,
} from "../daemon/devices/wiegand/formats.ts";
import { openTestClock } from "./helpers/booth.ts";
import { conformanceOf, type Told, tell } from "./helpers/driver-conformance.ts";
import { until } from "./helpers/until.ts";

const cards = suite("driver wiegand");

function openReader(port: number, config: Record<string, FieldValue>, parts: DriverParts): ReaderDevice {
  return openDriver(wiegand, { host: "127.0.0.1", port, ...config }, parts);
}

/** Sends to a reader with these settings, and answers what it read and what it could not. */
async function readBy(
  config: Record<string, FieldValue>,
  sent: string | Uint8Array,
  expected: number,
): Promise<Pick<Told, "reads" | "badReads">> {
  const hardware = await startReader();
  const told = tell();
  const device = openReader(hardware.port, config, told.parts);
  try {
    await until(() => device.status().state === "ready" && hardware.connections() === 1, "the reader to be connected");
    hardware.send(sent);
    await until(() => told.reads.length + told.badReads.length >= expected, "the reads");
    return { reads: told.reads, badReads: told.badReads };
  } finally {
    await device.close();
    await hardware.close();
  }
}

const hexOf = (bits: string) => BigInt(`0b${bits}`).toString(16).toUpperCase();

conformanceOf("wiegand", {
  tests: cards,
  hardware: startReader,
  open: (hardware: Reader, parts) => openReader(hardware.port, {}, parts),
  async act(_device, hardware, told) {
    await until(() => hardware.connections() === 1, "the connection");
    hardware.send("2EC0C86\r\n");
    await until(() => told.reads.at(-1) === "118-1603", "the card to be read");
  },
  speaksFirst: true,
});

/** Published frames of 26 bits with their facility and card: documentation and tests of readers by several hands. */
const PUBLISHED: readonly (readonly [hex: string, facility: number, card: number])[] = [
  ["2EC0C86", 118, 1603],
  ["2F623AE", 123, 4567],
  ["270012D", 56, 150],
  ["0CA01F6", 101, 251],
  ["0CA1440", 101, 2592],
  ["1FFFFFF", 255, 65535],
  ["0000001", 0, 0],
  [hexOf("00100010010100010010011111"), 68, 41551],
];

cards("reads published frames of 26 bits", async () => {
  const sent = PUBLISHED.map(([hex]) => `${hex}\n`).join("");
  const { reads, badReads } = await readBy({}, sent, PUBLISHED.length);
  assert.deepEqual(
    reads,
    PUBLISHED.map(([, facility, card]) => `${facility}-${card}`),
  );
  assert.deepEqual(badReads, []);
});

/**
 * Published frames of 34 and 37 bits, as hex numbers:
 * - 34 bits: the worked example of a camera manual, card 1234567890 = 0x4996 02D2 between the parity bits 1 and 0
 *   (manualshive.com/en/manual/hikvision/ds-2cd7a26g0-p-izhswg/2133492, page 11).
 * - 37 bits: a card that was read and decoded with and without a facility, both parities right
 *   (github.com/flipperdevices/flipperzero-firmware/issues/1029, comment of 2022-03-22). The layouts are H10302 and H10304:
 *   ooaccess.com/kb/37-bit-fc gives fields and parity bit by bit.
 */
const LONGER: readonly (readonly [format: CardFormatName, hex: string, credential: string, number: string])[] = [
  ["34-bit", "2932C05A4", "18838-722", "1234567890"],
  ["37-bit", "0584A2B940", "11850046624", "11850046624"],
  ["37-bit-facility", "0584A2B940", "22602-89248", "11850046624"],
];

for (const [format, hex, credential, number] of LONGER)
  cards(`reads a published frame in the format ${format}, and refuses it with any one bit flipped`, async () => {
    const read = await readBy({ format }, `${hex}\n`, 1);
    assert.deepEqual([read.reads, read.badReads], [[credential], []]);
    assert.deepEqual((await readBy({ format, output: "number" }, `${hex}\n`, 1)).reads, [number]);
    const length = frameBits(CARD_FORMATS[format]);
    const frames = Array.from({ length }, (_, bit) => (BigInt(`0x${hex}`) ^ (1n << BigInt(bit))).toString(16));
    const spoiled = await readBy({ format }, frames.map((frame) => `${frame}\n`).join(""), length);
    assert.deepEqual(spoiled.reads, []);
    assert.deepEqual(new Set(spoiled.badReads), new Set([`the parity of a ${format} frame is wrong`]));
  });

cards("reads a published 37-bit card whose parity was taken off", async () => {
  // github.com/Proxmark/proxmark3/pull/614: `pack 37 123 456789` gives 007bdf0aa, the parity bits not filled in.
  const data = (0x007bdf0aan >> 1n).toString(16);
  const { reads } = await readBy({ format: "37-bit-facility", parity: "removed" }, `${data}\n`, 1);
  assert.deepEqual(reads, ["123-456789"]);
});

cards("parity of 34 and 37 bits by hand: even over the first half, odd over the last, the middle of 35 in both", () => {
  assert.ok(hasParity(`1${"1".padEnd(32, "0")}1`, CARD_FORMATS["34-bit"]));
  assert.ok(hasParity(`0${"1".padStart(32, "0")}0`, CARD_FORMATS["34-bit"]));
  const middle = `${"0".repeat(17)}1${"0".repeat(17)}`;
  assert.ok(hasParity(`1${middle}0`, CARD_FORMATS["37-bit"]));
  assert.ok(!hasParity(`0${middle}0`, CARD_FORMATS["37-bit"]));
  assert.ok(!hasParity(`1${middle}1`, CARD_FORMATS["37-bit-facility"]));
});

cards("any card comes back from its frame, and one flipped bit is always noticed", () => {
  const formats = Object.values(CARD_FORMATS);
  fc.assert(
    fc.property(fc.constantFrom(...formats), fc.bigInt(0n, 2n ** 35n - 1n), fc.nat(), (format, any, at) => {
      const length = frameBits(format);
      const data = any % 2n ** BigInt(length - 2);
      const frame = wiegandFrame(length - 2, data);
      assert.equal(frame.length, length);
      assert.ok(hasParity(frame, format));
      const { facility, card, number } = readCard(frame.slice(1, -1), format);
      assert.equal(BigInt(number), data);
      assert.equal(BigInt(facility ?? 0) * 2n ** BigInt(format.cardBits) + BigInt(card), data);
      const flipped = [...frame].map((bit, index) => (index === at % length ? String(1 - Number(bit)) : bit)).join("");
      assert.ok(!hasParity(flipped, format));
    }),
  );
});

cards("a wrong parity, or another number of bits, is a bad read that does not tell the number", async () => {
  const wrong = "2EC0C87\n4EC0C86\n";
  const { reads, badReads } = await readBy({}, wrong, 2);
  assert.deepEqual(reads, []);
  assert.deepEqual(badReads, ["the parity of a 26-bit frame is wrong", "the frame is not one of 26 bits"]);
  const short = await readBy({ encoding: "bits" }, "1011\n", 1);
  assert.deepEqual(short.badReads, ["the frame is not one of 26 bits"]);
});

const FRAME = wiegandFrame(24, (118n << 16n) | 1603n);
const LEFT = Buffer.from(hexOf(FRAME.padEnd(32, "0")), "hex");
const RIGHT = Buffer.from(hexOf(FRAME).padStart(8, "0"), "hex");
const flip = (bits: string) => [...bits].map((bit) => (bit === "0" ? "1" : "0")).join("");
const reverse = (bits: string) => [...bits].reverse().join("");

/** The same card in the ways converters send it. */
const WAYS: readonly (readonly [string, Record<string, FieldValue>, string | Uint8Array])[] = [
  ["bits", { encoding: "bits" }, `${FRAME}\n`],
  ["a hex number with zeros before it", { encoding: "hex" }, `0x${hexOf(FRAME).padStart(8, "0")}\n`],
  ["a decimal number", { encoding: "decimal" }, `${BigInt(`0b${FRAME}`)}\n`],
  ["a decimal number without parity", { encoding: "decimal", parity: "removed" }, `${(118 << 16) + 1603}\n`],
  ["bytes, zeros before the frame", { encoding: "bytes" }, RIGHT],
  ["bytes, zeros after the frame", { encoding: "bytes", align: "left" }, LEFT],
  ["hex, zeros after the frame", { encoding: "hex", align: "left" }, `${LEFT.toString("hex")}\n`],
  ["bytes, the last one first", { encoding: "bytes", byteOrder: "last-byte-first" }, Buffer.from(RIGHT).reverse()],
  ["bits, the last one first", { encoding: "bits", bitOrder: "last-bit-first" }, `${reverse(FRAME)}\n`],
  ["bits the other way round", { encoding: "bits", inverted: true }, `${flip(FRAME)}\n`],
  ["between STX and ETX", { separator: "stx-etx" }, `noise\u0002${hexOf(FRAME)}\u0003`],
  ["with a prefix and a suffix", { prefix: "W26:", suffix: "#" }, `W26:${hexOf(FRAME)}#\r\n`],
];

for (const [name, config, sent] of WAYS)
  cards(`reads a card that is sent as ${name}`, async () => {
    const { reads, badReads } = await readBy(config, sent, 1);
    assert.deepEqual([reads, badReads], [["118-1603"], []]);
  });

cards("the credential is what subscriptions hold: facility and card, the card, or both as one number", async () => {
  for (const [output, expected] of [
    ["facility-card", "118-1603"],
    ["card", "1603"],
    ["number", String((118 << 16) + 1603)],
  ] as const)
    assert.deepEqual((await readBy({ output }, `${hexOf(FRAME)}\n`, 1)).reads, [expected]);
});

cards("a block of bytes whose rest stays away is forgotten, and the next one is whole", () => {
  const clock = openTestClock();
  const blocks: string[] = [];
  const frames = openBlocks(4, 500, clock, (block) => void blocks.push(block.toString("hex")));
  frames.push(RIGHT.subarray(0, 3));
  clock.advance(501);
  frames.push(RIGHT.subarray(0, 1));
  clock.advance(400);
  frames.push(Buffer.concat([RIGHT.subarray(1), LEFT]));
  assert.deepEqual(blocks, [RIGHT.toString("hex"), LEFT.toString("hex")]);
});

cards("text that is no number is no vehicle: it is said once at the lane, and a card after it is read", async () => {
  const hardware = await startReader();
  const told = tell();
  const device = openReader(hardware.port, { heartbeat: "alive" }, told.parts);
  try {
    await until(() => hardware.connections() === 1 && device.status().state === "ready", "the connection");
    hardware.send("alive\r\nhello there\r\n");
    await until(() => device.status().message !== null, "the remark");
    assert.match(device.status().message ?? "", /no read: expected a hex number: check how frames are sent/);
    assert.equal(device.status().state, "ready");
    hardware.send(`${hexOf(FRAME)}\r\n`);
    await until(() => told.reads.length === 1, "the card");
    assert.equal(device.status().message, null);
    assert.deepEqual(told.badReads, []);
  } finally {
    await device.close();
    await hardware.close();
  }
});

cards.run();
