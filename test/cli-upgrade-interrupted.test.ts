import assert from "node:assert/strict";
import { suite } from "uvu";
import { type InstalledBooth, openInstalledBooth, versionAt } from "./helpers/installed-booth.ts";
import { layRelease, packRelease } from "./helpers/releases.ts";
import { until } from "./helpers/until.ts";

const upgrade = suite<{ booth: InstalledBooth }>("cli upgrade interrupted");
const NEXT = "main-2222222";

upgrade.before.each(async (context) => {
  context.booth = await openInstalledBooth();
});

upgrade.after.each(({ booth }) => booth.close());

/** Begins an upgrade and waits until the service manager was asked for something. */
async function beginUntil(booth: InstalledBooth, word: string, ...args: string[]) {
  const before = booth.asked.length;
  const begun = booth.begin(...args);
  await until(() => booth.asked.slice(before).some((each) => each.startsWith(word)), `${word} to be asked`, 60_000);
  return { ...begun, signal: (name: NodeJS.Signals) => process.kill(-(begun.child.pid ?? 0), name) };
}

upgrade("a connection that drops ends no upgrade; whoever stops one has what ran before", async ({ booth }) => {
  await booth.start();
  packRelease(layRelease(booth.dir, { tag: NEXT }));
  const dropped = await beginUntil(booth, "stop", "apply", NEXT);
  dropped.child.stderr?.destroy();
  dropped.child.stdout?.destroy();
  dropped.signal("SIGHUP");
  await dropped.ended;
  assert.deepEqual([await versionAt(booth.url), booth.linked()], [NEXT, NEXT]);
  assert.match((await booth.upgrade("check")).stdout, /no open upgrade/);

  const files = { "dist/version.json": '{"version":"1","commit":"x","release":"main-9999999"}' };
  packRelease(layRelease(booth.dir, { tag: "main-3333333", files }));
  const stopped = await beginUntil(booth, "start", "apply", "main-3333333");
  stopped.signal("SIGINT");
  stopped.signal("SIGTERM");
  const { code, stderr } = await stopped.ended;
  assert.equal(code, 11, stderr);
  assert.match(stderr, /The release main-3333333 does not run: it was interrupted/);
  assert.deepEqual([await versionAt(booth.url), booth.linked()], [NEXT, NEXT]);

  packRelease(layRelease(booth.dir, { tag: "main-4444444" }));
  const early = booth.begin("apply", "main-4444444");
  early.child.stderr?.once("data", () => process.kill(-(early.child.pid ?? 0), "SIGINT"));
  const { code: interrupted, stderr: said } = await early.ended;
  assert.equal(interrupted, 130, said);
  assert.match(said, /It was interrupted\.\n {2}The release that runs was left running\./);
  assert.deepEqual([await versionAt(booth.url), booth.linked()], [NEXT, NEXT]);
});

upgrade.run();
