import assert from "node:assert/strict";
import { suite } from "uvu";
import type { LedgerEvent } from "../common/events.ts";
import { openLog } from "../common/node/log.ts";
import type { Intent } from "../common/words.ts";
import type { Devices } from "../daemon/devices/devices.ts";
import { openDevices } from "../daemon/devices/lanes.ts";
import { openBooth } from "../daemon/open-booth.ts";
import { BOOTH_ACTOR } from "../daemon/services/actors.ts";
import { assignMany } from "../daemon/services/setup.ts";
import { readBoothSettings } from "../daemon/settings.ts";
import { startBooth, TEST_KEYS, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

const lanes = suite<{ running: TestBooth }>("lanes at a start, and changed by another process");

lanes.before.each(async (context) => {
  context.running = await startBooth();
});
lanes.after.each(async ({ running }) => {
  await running.close();
});

async function recordIntent(
  { booth }: TestBooth,
  lane: string,
  intent: Intent,
): Promise<LedgerEvent<"barrier_intent">> {
  return booth.ledger.commit(BOOTH_ACTOR, (tx) =>
    tx.append("barrier_intent", { intent, cause: "payment", sessionId: null }, lane),
  );
}

/** Opens the devices of the running booth's database a second time, as a daemon that starts anew would. */
async function reopened(running: TestBooth, check: (devices: Devices) => void | Promise<void>): Promise<void> {
  const { db } = running.booth;
  const devices = await openDevices({
    db,
    clock: running.clock,
    log: openLog({ level: "silent", format: "json" }),
    announceLane() {},
  });
  try {
    await check(devices);
  } finally {
    await devices.close();
  }
}

lanes("after a start a lane shows the last intent the ledger holds for it", async ({ running }) => {
  await recordIntent(running, "exit-1", "open");
  const last = await recordIntent(running, "exit-1", "hold");
  await recordIntent(running, "entry-1", "open");
  await reopened(running, (devices) => {
    assert.deepEqual(devices.lane("exit-1")?.intent, { intent: "hold", at: last.at, seq: last.seq, by: "booth" });
    assert.equal(devices.lane("entry-1")?.intent?.intent, "open");
    assert.equal(devices.lane("exit-1")?.barrier, "closed", "showing it does not carry it out again");
  });
});

lanes(
  "a driver that is gone, or settings that do not fit, are a fault at their lane and nowhere else",
  async ({ running }) => {
    const { db } = running.booth;
    db.prepare("UPDATE lane_devices SET driver_id = 'gone' WHERE lane_id = 'exit-1' AND category = 'access'").run();
    db.prepare(
      `UPDATE lane_devices SET config_json = '{"answers":"perhaps"}' WHERE lane_id = 'exit-1' AND category = 'reader'`,
    ).run();
    db.prepare(
      `UPDATE lane_devices SET config_json = '{"answers":"ok","ofALaterVersion":1}' WHERE lane_id = 'entry-1' AND category = 'reader'`,
    ).run();
    db.prepare(
      "UPDATE lane_devices SET config_json = 'no json' WHERE lane_id = 'exit-1' AND category = 'camera'",
    ).run();
    await reopened(running, async (devices) => {
      const shown = devices.lane("exit-1")?.devices ?? [];
      assert.deepEqual(
        shown.map(({ category, state }) => [category, state]),
        [
          ["access", "fault"],
          ["reader", "fault"],
          ["camera", "fault"],
        ],
      );
      assert.match(shown[0]?.message ?? "", /no access driver "gone"/);
      assert.match(shown[1]?.message ?? "", /answers expected one of ok, silent/);
      assert.ok(shown[2]?.message);
      assert.equal(devices.lane("exit-1")?.barrier, "unknown");
      await devices.deliver(await recordIntent(running, "exit-1", "open"));
      assert.equal(await devices.snapshot("exit-1"), null);
      assert.ok(devices.lane("entry-1")?.devices.every(({ state }) => state === "ready"));
    });
  },
);

lanes("a device taken away by another process closes with the next reload", async ({ running }) => {
  await reopened(running, async (devices) => {
    running.booth.db.prepare("DELETE FROM lane_devices WHERE lane_id = 'exit-1' AND category = 'access'").run();
    assert.equal(devices.lane("exit-1")?.devices.length, 3);
    await Promise.all([devices.reload(), devices.reload()]);
    assert.deepEqual(
      devices.lane("exit-1")?.devices.map(({ category }) => category),
      ["reader", "camera"],
    );
  });
});

lanes("an assignment that another process makes reaches the devices by itself", async ({ running }) => {
  const { config, secrets } = readBoothSettings(
    { DATA_DIR: running.dataDir, LOG_LEVEL: "silent", ...TEST_KEYS },
    { version: "test" },
  );
  const fatal = (error: unknown) => {
    throw error;
  };
  const other = await openBooth({
    config,
    secrets,
    clock: running.clock,
    log: openLog(config.log),
    onFatal: fatal,
    migrate: false,
  });
  try {
    const assignment = {
      lane: "side-1",
      direction: "both" as const,
      devices: { access: { driver: "simulated", config: {} } },
    };
    await assignMany(other, BOOTH_ACTOR, [assignment]);
  } finally {
    other.db.close();
  }
  const { devices } = running.booth;
  await until(() => devices.lane("side-1")?.barrier === "closed", "the daemon to open the new lane");
  assert.deepEqual(
    devices.lanes().map(({ id }) => id),
    ["entry-1", "exit-1", "side-1"],
  );
});

lanes.run();
