import assert from "node:assert/strict";
import { createServer } from "node:net";
import fc from "fast-check";
import { suite } from "uvu";
import { callBooth, type Reader, startReader } from "../bin/demo/hardware/reader.ts";
import type { FieldValue } from "../common/drivers.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { tcpIp } from "../daemon/devices/drivers/tcp-ip.ts";
import type { ReaderDevice } from "../daemon/devices/interfaces.ts";
import { openDriver } from "../daemon/devices/open-device.ts";
import { openFrames } from "../daemon/devices/tcp/frames.ts";
import { freePort } from "./helpers/child-booth.ts";
import { conformanceOf, type Told, tell } from "./helpers/driver-conformance.ts";
import { until } from "./helpers/until.ts";

const lines = suite("driver tcp-ip");

function openReader(port: number, config: Record<string, FieldValue>, parts: DriverParts): ReaderDevice {
  return openDriver(tcpIp, { host: "127.0.0.1", port, ...config }, parts);
}

async function withReader(
  config: Record<string, FieldValue>,
  use: (reader: Reader, told: Told, device: ReaderDevice) => Promise<void>,
): Promise<void> {
  const hardware = await startReader();
  const told = tell();
  const device = openReader(hardware.port, config, told.parts);
  try {
    await until(() => device.status().state === "ready" && hardware.connections() === 1, "the reader to be connected");
    await use(hardware, told, device);
  } finally {
    await device.close();
    await hardware.close();
  }
}

conformanceOf("tcp-ip", {
  tests: lines,
  hardware: startReader,
  // Shorter than the noise, so that it shows as such.
  open: (hardware: Reader, parts) => openReader(hardware.port, { maxLength: 40 }, parts),
  async act(_device, hardware, told) {
    await until(() => hardware.connections() === 1, "the connection");
    const before = told.reads.length;
    hardware.send("00042-ABCDEFGH\r\n");
    await until(() => told.reads.length > before, "the ticket to be read");
    assert.equal(told.reads.at(-1), "00042-ABCDEFGH");
  },
  speaksFirst: true,
});

lines("a test does not take whatever answers for a reader", () =>
  withReader({}, async (_reader, _told, device) => {
    assert.match(await device.probe(), /^Something takes the connection at 127\.0\.0\.1:\d+; a card or a ticket/);
  }),
);

lines("each line is a read, however it ends and in whatever pieces it comes", () =>
  withReader({}, async (reader, told) => {
    for (const piece of ["one\r\ntw", "o\nthr", "ee\r\r\n\n", " four ", "\n"]) reader.send(piece);
    await until(() => told.reads.length >= 4, "four reads");
    assert.deepEqual(told.reads, ["one", "two", "three", "four"]);
  }),
);

lines("between STX and ETX only what stands there is a read", () =>
  withReader({ separator: "stx-etx" }, async (reader, told) => {
    reader.send("noise\u0002one\u0003more noise\r\n\u0002tw\u0002two\u0003");
    await until(() => told.reads.length >= 2, "two reads");
    assert.deepEqual(told.reads, ["one", "two"]);
  }),
);

lines("prefix and suffix are left off, a line without them is none, and a sign of life is no read", () =>
  withReader({ prefix: "QR=", suffix: ";", heartbeat: "PING" }, async (reader, told, device) => {
    reader.send("PING\nQR=one;\n");
    await until(() => told.reads.length === 1, "the read");
    assert.equal(device.status().message, null);
    reader.send("two\n");
    await until(() => device.status().message !== null, "the remark");
    assert.match(device.status().message ?? "", /expected a line from "QR=" to ";"/);
    reader.send("QR=;\nQR=three;\n");
    await until(() => told.reads.length === 2, "the next read");
    assert.deepEqual(told.reads, ["one", "three"]);
  }),
);

lines("a line that is too long is dropped and said once, and the next is read", () =>
  withReader({ maxLength: 10 }, async (reader, told, device) => {
    reader.send(`${"x".repeat(5000)}`);
    await until(() => device.status().message !== null, "the remark");
    assert.match(device.status().message ?? "", /more than 10 bytes: check how its lines end/);
    reader.send(`${"x".repeat(50)}\n0123456789\n`);
    await until(() => told.reads.length === 1, "the read");
    assert.deepEqual(told.reads, ["0123456789"]);
  }),
);

lines("a reader that sends without end is cut off, and others wait for nothing", () =>
  withReader({}, async (reader, told, device) => {
    reader.send(Buffer.alloc(1_000_000, "1\n"));
    await until(() => device.status().state === "fault", "the flood to be noticed");
    assert.match(device.status().message ?? "", /sends without end/);
    assert.ok(told.reads.length <= 40, "no more reads than a reader makes in a second");
  }),
);

lines("a reader that is silent for too long is connected anew", () =>
  withReader({ idleMs: 30 }, async (_reader, told, device) => {
    await until(() => /sent nothing for/.test(device.status().message ?? ""), "the silence to be noticed");
    const before = told.changes();
    await until(() => told.changes() > before && device.status().state === "ready", "the next connection");
  }),
);

lines("as a server it takes one reader at a time, and of two connections the newer", async () => {
  const port = await freePort();
  const told = tell();
  const device = openReader(port, { mode: "server", listenOn: "127.0.0.1" }, told.parts);
  try {
    await until(() => /waits for 127\.0\.0\.1 to connect/.test(device.status().message ?? ""), "it to listen");
    const first = await callBooth(port);
    first.write("one\n");
    await until(() => told.reads.length === 1, "the first read");
    assert.equal(device.status().state, "ready");
    const second = await callBooth(port);
    await until(() => first.destroyed, "the old connection to end");
    second.write("two\n");
    await until(() => told.reads.length === 2, "the second read");
    second.destroy();
    await until(() => device.status().state === "offline", "the loss to be noticed");
    assert.deepEqual(told.reads, ["one", "two"]);
  } finally {
    await device.close();
  }
});

lines("as a server it turns away everybody but its reader, and says whom", async () => {
  const port = await freePort();
  const told = tell();
  const device = openReader(port, { mode: "server", host: "192.0.2.7", listenOn: "127.0.0.1" }, told.parts);
  try {
    await until(() => /listens on/.test(device.status().message ?? ""), "it to listen");
    const stranger = await callBooth(port);
    stranger.write("one\n");
    await until(() => stranger.destroyed, "the stranger to be turned away");
    await until(() => /127\.0\.0\.1 was turned away/.test(device.status().message ?? ""), "the lane to show it");
    assert.deepEqual(told.reads, []);
    assert.equal(device.status().state, "offline");
  } finally {
    await device.close();
  }
});

lines("as a server whose port is taken it says so, and listens once it is free", async () => {
  const port = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => void holder.listen(port, "127.0.0.1", resolve));
  const { parts } = tell();
  const device = openReader(port, { mode: "server", listenOn: "127.0.0.1" }, parts);
  try {
    await until(() => device.status().state === "fault", "the fault to show");
    await assert.rejects(device.probe(), /is in use already/);
    await new Promise((resolve) => void holder.close(resolve));
    await until(() => /waits for/.test(device.status().message ?? ""), "it to listen", 20_000);
  } finally {
    await device.close();
  }
});

lines("frames are the same whatever pieces they come in", () => {
  const framesOf = (pieces: readonly string[]) => {
    const seen: string[] = [];
    const parts = { separator: "line" as const, mostBytes: 5, onTooLong: () => void seen.push("too long") };
    const frames = openFrames({ ...parts, onFrame: (frame) => void seen.push(frame.toString()) });
    for (const piece of pieces) frames.push(Buffer.from(piece));
    return seen;
  };
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\r", "\n"), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(60), fc.nat(60), (whole, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const pieces = [whole.slice(0, from), whole.slice(from, to), whole.slice(to)];
      const expected = whole.split(/[\r\n]/).flatMap((line, index, all) => {
        const isEnded = index < all.length - 1;
        return line.length > 5 ? ["too long"] : isEnded && line !== "" ? [line] : [];
      });
      assert.deepEqual(framesOf([whole]), expected);
      assert.deepEqual(framesOf(pieces), expected);
    }),
  );
});

lines.run();
