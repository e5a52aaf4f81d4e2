import assert from "node:assert/strict";
import { createServer } from "node:net";
import modbus from "jsmodbus";
import { suite } from "uvu";
import { startModbusRelay } from "../bin/demo/hardware/modbus-relay.ts";
import type { FieldValue } from "../common/drivers.ts";
import { checkConfig } from "../daemon/devices/driver-config.ts";
import { relayModbus } from "../daemon/devices/drivers/relay-modbus.ts";
import { openTestClock } from "./helpers/booth.ts";
import { conformanceOf } from "./helpers/driver-conformance.ts";
import { CLOSE, INPUTS, ON, OPEN, openRelay, withBoard } from "./helpers/relay-board.ts";
import { until } from "./helpers/until.ts";

const relay = suite("driver relay-modbus");

conformanceOf("relay-modbus", {
  tests: relay,
  hardware: () => startModbusRelay(),
  open: (board, parts) => openRelay(board.port, INPUTS, parts),
  async act(device, board) {
    const before = board.writes.length;
    await device.signal("open");
    await until(() => board.coils[OPEN] === false, "the pulse to end");
    assert.ok(board.writes.slice(before).some(({ address, value }) => address === OPEN && value === ON));
  },
  actDead: (device) => assert.rejects(device.signal("open"), /refuses port/),
  stateOf: ({ coils, inputs, registers, writes }) => ({ coils, inputs, registers, writes }),
});

relay("a pulse switches the relay on and, without being asked again, off", () =>
  withBoard({}, async (device, board) => {
    const seen: boolean[] = [];
    board.onWrite(({ value }) => void seen.push(value === ON));
    await device.signal("open");
    assert.equal(board.coils[OPEN], true, "signal resolves when the relay is on");
    await until(() => seen.length === 2, "the pulse to end");
    assert.deepEqual(seen, [true, false]);
  }),
);

relay("close pulses the relay that closes where there is one, never with the one that opens", () =>
  withBoard({ closeCoil: CLOSE }, async (device, board) => {
    board.onWrite(() => assert.ok(!(board.coils[OPEN] && board.coils[CLOSE]), "both relays are on"));
    await device.signal("hold");
    await device.signal("close");
    assert.deepEqual([board.coils[OPEN], board.coils[CLOSE]], [false, true]);
    await device.signal("open");
    assert.deepEqual([board.coils[OPEN], board.coils[CLOSE]], [true, false]);
    await until(() => !board.coils[OPEN], "the pulse to end");
  }),
);

relay("a pulse may begin with a value in a register", () =>
  withBoard({ pulseBy: "device", pulseRegister: 7, pulseValue: 5 }, async (device, board) => {
    await device.signal("open");
    assert.equal(board.registers[7], 5);
    assert.equal(board.coils[OPEN], false);
  }),
);

relay("the end switches tell the barrier, the loop tells presence, each inverted where it is wired so", () =>
  withBoard({ ...INPUTS, presenceInverted: true }, async (device, board) => {
    const shown = (open: boolean, closed: boolean) => {
      board.inputs[INPUTS.openInput] = open;
      board.inputs[INPUTS.closedInput] = closed;
    };
    for (const [open, closed, expected] of [
      [false, true, "closed"],
      [false, false, "moving"],
      [true, false, "open"],
      [true, true, "fault"],
    ] as const) {
      shown(open, closed);
      await until(() => device.barrier() === expected, `the barrier to be ${expected}`);
    }
    assert.equal(device.presence(), true, "the input is off, which means a vehicle here");
    board.inputs[INPUTS.presenceInput] = true;
    await until(() => device.presence() === false, "the vehicle to be gone");
  }),
);

relay("without inputs the barrier is unknown, whatever was asked of it", () =>
  withBoard({}, async (device) => {
    await device.signal("hold");
    assert.deepEqual([device.barrier(), device.presence()], ["unknown", null]);
  }),
);

relay("closes by itself only after the vehicle has gone, and counts anew while one stands there", async () => {
  const clock = openTestClock();
  await withBoard(
    { ...INPUTS, closeCoil: CLOSE, closeAfterMs: 10_000 },
    async (device, board) => {
      const closings = () => board.writes.filter(({ address, value }) => address === CLOSE && value === ON).length;
      const looked = async () => {
        const asked = board.asked();
        await until(() => board.asked() > asked + 4, "the inputs to be looked at");
      };
      board.inputs[INPUTS.presenceInput] = true;
      await until(() => device.presence() === true, "the vehicle to be seen");
      await device.signal("open");
      clock.advance(60_000);
      await looked();
      assert.equal(closings(), 0, "a vehicle stands there");
      board.inputs[INPUTS.presenceInput] = false;
      await until(() => device.presence() === false, "the vehicle to be gone");
      clock.advance(9_000);
      await looked();
      assert.equal(closings(), 0, "not long enough");
      clock.advance(1_500);
      await until(() => closings() === 1, "the barrier to be closed");
      clock.advance(60_000);
      await looked();
      assert.equal(closings(), 1, "once");
    },
    { clock },
  );
});

relay(
  "an address the board does not have is a fault with a sentence, and an intent is tried all the same",
  async () => {
    const board = await startModbusRelay();
    const device = openRelay(board.port, { presenceInput: 40 });
    try {
      await until(() => device.status().state === "fault", "the fault to show");
      assert.match(device.status().message ?? "", /unit 1 refuses: it has no such address/);
      await device.signal("open");
      assert.equal(board.coils[OPEN], true);
    } finally {
      await device.close();
      await board.close();
    }
  },
);

relay("settings that cannot work together are refused with the field's name", () => {
  const problems = (config: Record<string, FieldValue>) => {
    const checked = checkConfig(relayModbus, { host: "10.0.0.21", ...config });
    return checked.ok ? [] : checked.details.map(({ path }) => path.replace("devices.access.config.", ""));
  };
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ closeAfterMs: 5000 }), ["closeAfterMs", "closeAfterMs"]);
  assert.deepEqual(problems({ closeAfterMs: 5000, closeCoil: 1, presenceInput: 0 }), []);
  assert.deepEqual(problems({ closeCoil: 0 }), ["closeCoil"]);
  assert.deepEqual(problems({ pulseRegister: 3 }), ["pulseRegister"]);
  assert.deepEqual(problems({ presenceInput: 1, openInput: 1 }), ["presenceInput"]);
  assert.deepEqual(problems({ presenceInput: 1, openInput: 4000 }), ["presenceInput"]);
});

relay("an answer that no Modbus server gives is a fault, whatever is wrong with it", async () => {
  const wrong: ((request: Buffer) => Buffer)[] = [
    (request) => Buffer.concat([request.subarray(0, 7), Buffer.from([(request[7] ?? 0) | 0x80, 0x77])]),
    (request) => Buffer.concat([Buffer.from([9, 9]), request.subarray(2)]),
    (request) => Buffer.concat([request.subarray(0, 4), Buffer.from([0, 3, 1, 1, 0])]),
    (request) => Buffer.concat([request, request]),
    () => Buffer.alloc(5000, 1),
  ];
  for (const answer of wrong) {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", (request) => void socket.write(answer(request)));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    assert.ok(typeof address === "object" && address);
    const device = openRelay(address.port);
    try {
      await until(() => device.status().state === "fault", "the fault to show");
      assert.match(device.status().message ?? "", /does not answer as Modbus does: check the port/);
    } finally {
      await device.close();
      await new Promise((resolve) => void server.close(resolve));
    }
  }
});

relay("opens a relay of a Modbus server that others wrote", async () => {
  const server = createServer();
  const board = new modbus.server.TCP(server, { coils: Buffer.alloc(4, 0xff), discrete: Buffer.from([0b100]) });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address);
  const device = openRelay(address.port, { ...INPUTS, pulseMs: 200 });
  const coil = () => board.coils.readUInt8(0) & 1;
  try {
    await until(() => device.barrier() === "closed", "the barrier to be closed");
    assert.equal(coil(), 0, "switched off at the start");
    await device.signal("open");
    assert.equal(coil(), 1);
    await until(() => coil() === 0, "the pulse to end");
  } finally {
    await device.close();
    await new Promise((resolve) => void server.close(resolve));
  }
});

relay.run();
