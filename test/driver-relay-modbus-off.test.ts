import assert from "node:assert/strict";
import { suite } from "uvu";
import { startModbusRelay } from "../bin/demo/hardware/modbus-relay.ts";
import { tell } from "./helpers/driver-conformance.ts";
import { CLOSE, INPUTS, ON, OPEN, openRelay, withBoard } from "./helpers/relay-board.ts";
import { until } from "./helpers/until.ts";

const relays = suite("driver relay-modbus: no relay stays on");

relays("a relay that is on when the booth starts is switched off before anything else", async () => {
  const board = await startModbusRelay();
  board.coils[OPEN] = true;
  board.coils[CLOSE] = true;
  const device = openRelay(board.port, { closeCoil: CLOSE });
  try {
    await until(() => !board.coils[OPEN] && !board.coils[CLOSE], "both relays to be off");
    assert.deepEqual(
      board.writes.slice(0, 2).map(({ value }) => value),
      [0, 0],
    );
  } finally {
    await device.close();
    await board.close();
  }
});

relays("a board that dies in the middle of a pulse is switched off first thing when it is back", () =>
  withBoard({ pulseMs: 100 }, async (device, board) => {
    await device.signal("open");
    assert.equal(board.coils[OPEN], true);
    await board.setDead(true);
    await until(() => device.status().state !== "ready", "the loss to be noticed");
    assert.equal(board.coils[OPEN], true, "stuck on, as nobody can reach it");
    const before = board.writes.length;
    await board.setDead(false);
    await until(() => board.coils[OPEN] === false, "the relay to be switched off", 20_000);
    assert.deepEqual(board.writes[before], { fc: 5, address: OPEN, value: 0 });
  }),
);

relays("a board that takes the pulse and never says so is switched off again, and the intent has failed", () =>
  withBoard({}, async (device, board) => {
    board.setSlow(60_000);
    await assert.rejects(device.signal("open"), /does not answer/);
    assert.equal(device.status().state, "offline");
    board.setSlow(0);
    await until(() => device.status().state === "ready" && board.coils[OPEN] === false, "the relay to be off", 20_000);
  }),
);

relays("an intent that could not be passed on is not passed on later", () =>
  withBoard({}, async (device, board) => {
    await board.setDead(true);
    await until(() => device.status().state !== "ready", "the loss to be noticed");
    await assert.rejects(device.signal("open"));
    const before = board.writes.length;
    await board.setDead(false);
    await until(() => device.status().state === "ready", "the board to be back", 20_000);
    assert.ok(board.writes.slice(before).every(({ value }) => value === 0));
  }),
);

relays("an intent that waits behind another when the lane is closed switches nothing on any more", async () => {
  const board = await startModbusRelay();
  const device = openRelay(board.port, { closeCoil: CLOSE, pulseMs: 5000 });
  try {
    await until(() => device.status().state === "ready" && board.writes.length >= 2, "the relays to be settled");
    board.setSlow(150);
    const intents = ["close", "open", "hold"] as const;
    const outcomes = Promise.allSettled(intents.map((intent) => device.signal(intent)));
    await device.close();
    assert.deepEqual([board.coils[OPEN], board.coils[CLOSE]], [false, false]);
    await outcomes;
    assert.deepEqual([board.coils[OPEN], board.coils[CLOSE]], [false, false], "nor later");
    await assert.rejects(device.signal("open"));
  } finally {
    await device.close();
    await board.close();
  }
});

relays("hold keeps the relay on over an open and a lost connection, until it is released", () =>
  withBoard(INPUTS, async (device, board) => {
    await device.signal("hold");
    await device.signal("open");
    board.inputs[INPUTS.openInput] = true;
    await until(() => device.barrier() === "held", "the barrier to be held");
    await board.setDead(true);
    await until(() => device.barrier() === "unknown", "the loss to be noticed");
    board.coils[OPEN] = false;
    await board.setDead(false);
    await until(() => board.coils[OPEN] === true, "the hold to be taken up again", 20_000);
    await device.signal("release");
    assert.equal(board.coils[OPEN], false);
    await until(() => device.barrier() === "open", "the barrier to be merely open");
  }),
);

relays("release and close of a lost board fail, and the relay is off when it is back", () =>
  withBoard({}, async (device, board) => {
    await device.signal("hold");
    await board.setDead(true);
    await until(() => device.status().state !== "ready", "the loss to be noticed");
    await assert.rejects(device.signal("release"));
    await board.setDead(false);
    await until(() => device.status().state === "ready", "the board to be back", 20_000);
    await until(() => board.coils[OPEN] === false, "the hold to be over");
  }),
);

relays("closing the device switches off what is on, in the middle of a pulse too", async () => {
  const board = await startModbusRelay();
  const device = openRelay(board.port, { pulseMs: 10_000 });
  await until(() => device.status().state === "ready", "the board to be ready");
  await device.signal("open");
  assert.equal(board.coils[OPEN], true);
  await device.close();
  assert.equal(board.coils[OPEN], false);
  await board.close();
});

relays("a probe beside an open lane leaves its pulse alone", () =>
  withBoard({ ...INPUTS, pulseMs: 5000 }, async (device, board) => {
    await device.signal("open");
    board.inputs[INPUTS.closedInput] = true;
    const tester = openRelay(board.port, INPUTS, tell(true).parts);
    const found = await tester.probe();
    await tester.close();
    assert.match(
      found,
      /^Unit 1 at 127\.0\.0\.1:\d+ answers: relay 0 is on, the arm is closed, no vehicle stands there\.$/,
    );
    assert.equal(board.coils[OPEN], true);
  }),
);

relays("a board that ends pulses by itself is sent none to end it, and is checked afterwards", () =>
  withBoard(
    { pulseBy: "device" },
    async (device, board) => {
      const before = board.writes.length;
      await device.signal("open");
      await until(() => board.coils[OPEN] === false, "the board to end the pulse");
      assert.deepEqual(board.writes.slice(before), [{ fc: 5, address: OPEN, value: ON }]);
      await until(() => board.writes.length > before + 1, "the booth to make sure");
      assert.deepEqual(board.writes.at(-1), { fc: 5, address: OPEN, value: 0 });
    },
    { pulseMs: 30 },
  ),
);

relays("intents that come at once are obeyed one after the other, and both relays are never on", () =>
  withBoard({ closeCoil: CLOSE }, async (device, board) => {
    const both: boolean[] = [];
    board.onWrite(() => both.push(board.coils[OPEN] === true && board.coils[CLOSE] === true));
    const intents = ["open", "close", "hold", "close", "open", "close", "open", "release"] as const;
    await Promise.all(intents.map((intent) => device.signal(intent)));
    await until(() => board.coils[OPEN] === false && board.coils[CLOSE] === false, "both relays to be off");
    assert.ok(both.length > intents.length && !both.includes(true));
  }),
);

relays.run();
