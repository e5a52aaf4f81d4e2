import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { VEHICLE_CLASSES } from "../common/review.ts";
import { openClient } from "./helpers/booth.ts";
import { type ChildBooth, freePort, isHealthy, spawnBoothctl } from "./helpers/child-booth.ts";
import { basic, entryMeta, makeCollector, REVIEWER_LOGIN, sendPackage } from "./helpers/collector.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const test = suite("a collector that is killed");

const ITEMS = 60;
const KILLS = 3;

const serve = (env: Record<string, string>) => spawnBoothctl(env, ["collector", "serve"]);
const isUp = ({ url }: ChildBooth) => until(() => isHealthy(url), "the collector to be up", 30_000);

async function sendCrops(url: string, token: string): Promise<string[]> {
  const metas = Array.from({ length: ITEMS }, () => entryMeta());
  for (const meta of metas) {
    const { status } = await sendPackage(url, { token, booth: "booth-1", meta, crop: exampleJpeg() });
    assert.equal(status, 201);
  }
  return metas.map(({ itemId }) => itemId);
}

/** Labels each item until it is acknowledged, three at a time, whatever becomes of the collector meanwhile. */
async function labelAll(url: string, ids: readonly string[], onLabel: (count: number) => void): Promise<void> {
  const client = openClient(url);
  const authorization = basic();
  let next = 0;
  let done = 0;
  const one = async () => {
    for (let turn = next++; turn < ids.length; turn = next++) {
      const body = { verdict: VEHICLE_CLASSES[turn % VEHICLE_CLASSES.length], client: "client-anna" };
      const path = `/api/items/booth-1/${ids[turn]}/verdict`;
      const send = () => client.post(path, body, { authorization }).catch(() => null);
      for (let answer = await send(); answer?.status !== 200; answer = await send()) {
        assert.equal(answer, null, answer?.text);
        await pause(20);
      }
      done += 1;
      onLabel(done);
    }
  };
  await Promise.all([one(), one(), one()]);
}

test("keeps every label it acknowledged, and takes one that is sent again as one", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "collector-kill-"));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), REVIEWER_LOGIN, LOG_LEVEL: "error" };
  const token = await makeCollector(env, "booth-1");
  let life = serve(env);
  try {
    await isUp(life);
    const ids = await sendCrops(life.url, token);
    let kills = 0;
    let restarted = Promise.resolve();
    await labelAll(life.url, ids, (count) => {
      if (count < ((kills + 1) * ITEMS) / (KILLS + 1) || kills === KILLS) return;
      kills += 1;
      const dying = life;
      // At once: the answers to two others are under way.
      dying.child.kill("SIGKILL");
      restarted = restarted.then(async () => {
        await dying.ended;
        life = serve(env);
        await isUp(life);
      });
    });
    await restarted;
    const db = openDb(join(dataDir, "collector.db"), { readonly: true });
    const labels = new Map(
      (db.prepare("SELECT item_id, verdict FROM items").all() as { item_id: string; verdict: string }[]).map(
        ({ item_id, verdict }) => [item_id, verdict],
      ),
    );
    const given = db.prepare("SELECT count(*) FROM verdicts").pluck().get();
    db.close();
    for (const [turn, id] of ids.entries())
      assert.equal(labels.get(id), VEHICLE_CLASSES[turn % VEHICLE_CLASSES.length]);
    assert.deepEqual([kills, given], [KILLS, ITEMS]);
  } finally {
    life.child.kill("SIGKILL");
    await life.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.run();
