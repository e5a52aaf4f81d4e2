import assert from "node:assert/strict";
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";
import decodeQR from "qr/decode.js";
import { suite } from "uvu";
import type { PaperPicture } from "../bin/demo/hardware/paper.ts";
import { openPress } from "../bin/demo/hardware/press.ts";
import { type ReceiptPrinter, startReceiptPrinter } from "../bin/demo/hardware/printer.ts";
import type { FieldValue } from "../common/drivers.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { escposTcp } from "../daemon/devices/drivers/escpos-tcp.ts";
import type { PrinterDevice } from "../daemon/devices/interfaces.ts";
import { openDriver } from "../daemon/devices/open-device.ts";
import { DRAWER_KICK, documentOf, NothingPrintedError } from "../daemon/devices/print-document.ts";
import { conformanceOf, type Told, tell } from "./helpers/driver-conformance.ts";
import { until } from "./helpers/until.ts";

const escpos = suite("driver escpos-tcp");

const RECEIPT = documentOf("Größe & Naïveté\nFee                                    5,00 €\n", "de", "00042-ABCDEFGH");

function openPrinter(port: number, config: Record<string, FieldValue>, parts: DriverParts): PrinterDevice {
  return openDriver(escposTcp, { host: "127.0.0.1", port, pollMs: 200, ...config }, parts);
}

async function withPrinter(
  config: Record<string, FieldValue>,
  use: (device: PrinterDevice, hardware: ReceiptPrinter, told: Told) => Promise<void>,
): Promise<void> {
  const hardware = await startReceiptPrinter();
  const told = tell();
  const device = openPrinter(hardware.port, config, told.parts);
  try {
    await until(() => device.status().state === "ready", "the printer to be ready");
    await use(device, hardware, told);
    assert.deepEqual(hardware.strange(), []);
  } finally {
    await device.close();
    await hardware.close();
  }
}

/** White paper with black dots, each three pixels wide, as a camera would hand it to a decoder. */
function photographOf({ width, height, bytes }: PaperPicture) {
  const scale = 3;
  const data = new Uint8Array(width * height * scale * scale * 4).fill(255);
  for (let y = 0; y < height * scale; y += 1)
    for (let x = 0; x < width * scale; x += 1) {
      const dot = Math.floor(y / scale) * width + Math.floor(x / scale);
      if ((bytes[dot >> 3]! & (0x80 >> (dot & 7))) === 0) continue;
      data.fill(0, (y * width * scale + x) * 4, (y * width * scale + x) * 4 + 3);
    }
  return { width: width * scale, height: height * scale, data };
}

const inkOf = ({ bytes }: PaperPicture) =>
  bytes.reduce((sum, byte) => sum + byte.toString(2).replace(/0/g, "").length, 0);

conformanceOf("escpos-tcp", {
  tests: escpos,
  hardware: () => startReceiptPrinter(),
  open: (hardware: ReceiptPrinter, parts) => openPrinter(hardware.port, {}, parts),
  async act(device: PrinterDevice, hardware) {
    const before = hardware.papers().length;
    await device.print(RECEIPT);
    assert.equal(hardware.papers().length, before + 1);
    assert.equal(hardware.papers().at(-1)?.text, `${RECEIPT.lines.join("\n")}\n\n`);
    assert.deepEqual(hardware.papers().at(-1)?.qr, ["00042-ABCDEFGH"]);
  },
  async actDead(device) {
    await assert.rejects(device.print(RECEIPT), NothingPrintedError);
  },
  stateOf: (hardware) => [hardware.papers().length, hardware.kicks(), hardware.strange()],
  connectsEachTime: true,
});

escpos("the simulated printer reads what an encoder that is not ours has written", () => {
  const press = openPress(() => {});
  const encoder = new ReceiptPrinterEncoder({
    columns: 42,
    codepageMapping: { windows1252: 16 },
    codepageCandidates: ["windows1252"],
  });
  const bytes = encoder
    .initialize()
    .codepage("windows1252")
    .line("Größe 5,00 €")
    .qrcode("00042-ABCDEFGH")
    .pulse()
    .cut("partial")
    .encode();
  press.take(Buffer.from(bytes));
  assert.deepEqual(press.strange, []);
  assert.match(press.papers[0]!.text, /^Größe 5,00 €\n/);
  assert.deepEqual(press.papers[0]!.qr, ["00042-ABCDEFGH"]);
  assert.equal(press.kicks(), 1);
});

escpos("what a text of letters is on paper does not depend on how the network cuts the bytes", async () => {
  await withPrinter({}, async (device, hardware) => {
    const long = documentOf(Array.from({ length: 400 }, (_, at) => `line ${at} äöü`).join("\n"), "de");
    await device.print(long);
    assert.equal(hardware.papers()[0]?.text, `${long.lines.join("\n")}\n`);
  });
});

escpos("letters the printer does not have are drawn as a picture of the paper's width", async () => {
  for (const [paper, width] of [
    ["80 mm", 504],
    ["58 mm", 384],
  ] as const)
    await withPrinter({ paper }, async (device, hardware) => {
      await device.print(documentOf("إيصال 12\nالمدفوع 5,00 €", "ar"));
      const [only] = hardware.papers();
      assert.equal(only?.text, "");
      assert.ok(only!.pictures.every((picture) => picture.width === width));
      const ink = only!.pictures.reduce((sum, picture) => sum + inkOf(picture), 0);
      assert.ok(ink > 200, `${ink} dots are black`);
    });
});

escpos("Arabic stands at the right edge and Latin at the left", async () => {
  await withPrinter({ characters: "picture" }, async (device, hardware) => {
    await device.print(documentOf("نعم", "ar"));
    await device.print(documentOf("yes", "en"));
    const [arabic, latin] = hardware.papers().map(({ pictures }) => halves(pictures[0]!));
    assert.ok(arabic!.right > 0 && arabic!.left === 0);
    assert.ok(latin!.left > 0 && latin!.right === 0);
  });
});

/** Black dots in each half of a picture. */
function halves({ width, bytes }: PaperPicture): { left: number; right: number } {
  const rowBytes = width / 8;
  const count = (from: number, to: number) =>
    bytes.filter((byte, at) => byte !== 0 && at % rowBytes >= from && at % rowBytes < to).length;
  return { left: count(0, rowBytes >> 1), right: count(rowBytes >> 1, rowBytes) };
}

escpos("a QR code drawn as a picture is read by a decoder that is not ours", async () => {
  await withPrinter({ qr: "picture" }, async (device, hardware) => {
    await device.print(RECEIPT);
    const [only] = hardware.papers();
    assert.deepEqual(only?.qr, []);
    const bytes = Buffer.concat(only!.pictures.map((picture) => picture.bytes));
    const height = only!.pictures.reduce((sum, picture) => sum + picture.height, 0);
    assert.equal(decodeQR(photographOf({ width: only!.pictures[0]!.width, height, bytes })), "00042-ABCDEFGH");
  });
});

escpos("the drawer opens only where there is one, and a document without a kick leaves it shut", async () => {
  await withPrinter({ drawer: "pin 2" }, async (device, hardware) => {
    assert.equal(device.hasDrawer, true);
    await device.print(RECEIPT);
    assert.equal(hardware.kicks(), 0);
    await device.print(DRAWER_KICK);
    assert.deepEqual([hardware.kicks(), hardware.papers().length], [1, 1]);
  });
  await withPrinter({}, async (device, hardware) => {
    assert.equal(device.hasDrawer, false);
    await device.print(DRAWER_KICK);
    assert.equal(hardware.kicks(), 0);
  });
});

escpos("paper and cover are seen before anything is sent, and the lane hears of each change", async () => {
  await withPrinter({}, async (device, hardware, told) => {
    hardware.setPaper("low");
    await until(() => /running low/.test(device.status().message ?? ""), "low paper to be seen");
    assert.equal(device.status().state, "ready");
    await device.print(RECEIPT);
    hardware.setPaper("out");
    await assert.rejects(device.print(RECEIPT), (error: Error) => {
      assert.ok(error instanceof NothingPrintedError);
      assert.match(error.message, /out of paper: put in a new roll/);
      return true;
    });
    assert.equal(device.status().state, "fault");
    hardware.setPaper("ok");
    hardware.setCover("open");
    await until(() => /cover is open/.test(device.status().message ?? ""), "the cover to be seen");
    await assert.rejects(device.probe(), /a receipt printer answers at .*cover is open/);
    const changes = told.changes();
    hardware.setCover("closed");
    await until(() => device.status().state === "ready", "the printer to be ready again");
    assert.ok(told.changes() > changes);
    assert.equal(hardware.papers().length, 1);
  });
});

escpos("a printer that dies in the middle leaves it open what is on paper", async () => {
  await withPrinter({}, async (device, hardware) => {
    hardware.dieAfter(30);
    await assert.rejects(device.print(RECEIPT), (error: Error) => !(error instanceof NothingPrintedError));
    await until(() => device.status().state === "offline", "the loss to be seen");
    await hardware.setDead(false);
    await until(() => device.status().state === "ready", "the printer to be back");
  });
});

escpos("a printer that answers nothing is printed on all the same where it is set so", async () => {
  await withPrinter({ answers: false, cutter: false }, async (device, hardware) => {
    hardware.setMute(true);
    await device.print(RECEIPT);
    await until(() => hardware.received() > 0 && hardware.connections() === 0, "the call to end");
    assert.equal(hardware.hanging().text, `${RECEIPT.lines.join("\n")}\n\n\n\n\n\n\n`);
    assert.match(await device.probe(), /not asked what it is/);
  });
});

escpos("two devices of one printer take turns", async () => {
  await withPrinter({}, async (device, hardware, told) => {
    const other = openPrinter(hardware.port, {}, told.parts);
    await Promise.all([device.print(RECEIPT), other.print(RECEIPT), device.print(RECEIPT), other.probe()]);
    assert.equal(hardware.papers().length, 3);
    await other.close();
  });
});

escpos.run();
