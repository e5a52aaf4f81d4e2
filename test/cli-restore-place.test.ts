import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type BackupBench, backUpHere, beginBooth, openBackupBench } from "./helpers/backup-bench.ts";
import { BOOTHCTL, type CliBench } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

/** A user that is not root, as the service's. */
const SERVICE = 65534;
const isRoot = process.getuid?.() === 0;
/** Mounting takes a kernel that lets users do it in a container of their own. */
const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

const test = suite<BackupBench>("cli restore in a place");

test.before.each(async (context) => {
  Object.assign(context, await openBackupBench());
});

test.after.each(({ bench }) => {
  bench.close();
});

/** Restores and stops the process while it is at it, until `resume`. */
async function restoreAndPause(bench: CliBench, file: string, into: string, more: readonly string[] = []) {
  const running = bench.start(["backup", "restore", file, "--into", into, ...more]);
  const isStaging = () =>
    existsSync(into) && readdirSync(into).some((name) => existsSync(join(into, name, "booth.db")));
  await until(isStaging, "the restore to be at it", 60_000, 1);
  running.child.kill("SIGSTOP");
  return {
    resume() {
      running.child.kill("SIGCONT");
      return running.ended;
    },
    kill() {
      running.child.kill("SIGKILL");
      return running.ended;
    },
  };
}

test("a booth that starts where one is being restored is refused, and so is a second restore", async ({
  bench,
  target,
}) => {
  const file = join(target, await backUpHere(bench));
  for (const into of ["missing", "empty"].map((name) => join(bench.dir, name))) {
    if (into.endsWith("empty")) mkdirSync(into);
    const restore = await restoreAndPause(bench, file, into);
    const served = await bench.run(["serve", "--data-dir", into]);
    assert.deepEqual([served.code, /or a restore is at work there/.test(served.stderr)], [10, true], served.stderr);
    const second = await bench.run(["backup", "restore", file, "--into", into]);
    assert.deepEqual([second.code, /Try: systemctl stop parking-booth/.test(second.stderr)], [10, true], second.stderr);
    const ran = await restore.resume();
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(readdirSync(into).sort(), ["booth.db", "daemon.lock", "pictures"]);
    const verified = await bench.run(["ledger", "verify", "--data-dir", into]);
    assert.equal(verified.code, 0, verified.stderr);
  }
});

test("a booth that somebody began meanwhile stays, and the restore says so", async ({ bench, target }) => {
  const file = join(target, await backUpHere(bench));
  const into = join(bench.dir, "new");
  const restore = await restoreAndPause(bench, file, into);
  await beginBooth(bench, into);
  const ran = await restore.resume();
  assert.deepEqual([ran.code, /somebody put something into/i.test(ran.stderr)], [10, true], ran.stderr);
  assert.deepEqual(readdirSync(into), ["booth.db"]);
  assert.equal((await bench.run(["users", "list", "--data-dir", into])).code, 0);
});

test("what a restore that was killed left is gone with the next one, or when the booth starts", async ({
  bench,
  target,
}) => {
  const file = join(target, await backUpHere(bench));
  const into = join(bench.dir, "new");
  const left = () => readdirSync(into).filter((name) => name.startsWith(".restoring-"));
  await (await restoreAndPause(bench, file, into)).kill();
  assert.equal(left().length, 1);
  const ran = await bench.run(["backup", "restore", file, "--into", into]);
  assert.deepEqual([ran.code, left()], [0, []], ran.stderr);
  await (await restoreAndPause(bench, file, into, ["--set-aside"])).kill();
  assert.equal(left().length, 1);
  const booth = bench.start(["serve", "--data-dir", into]);
  await until(() => left().length === 0, "the booth to tidy up", 60_000);
  booth.child.kill("SIGTERM");
  assert.equal((await booth.ended).code, 0);
});

test("a directory where a disk is mounted is not set aside, and the way out is said at once", async ({
  bench,
  target,
}) => {
  if (!mayMount) return;
  const file = join(target, await backUpHere(bench));
  const into = join(bench.dir, "disk");
  const restore = `${process.execPath} ${BOOTHCTL} backup restore ${file} --into`;
  const script = `mkdir ${into} && mount -t tmpfs none ${into} && mkdir ${into}/lost+found && touch ${into}/notes
    ${restore} ${into} --set-aside --confirm booth-1; echo "exit $?" $(ls ${into})
    rm ${into}/notes; ${restore} ${into} >&2 && echo restored $(ls ${into})`;
  const ran = await bench.shell(`unshare --mount --map-root-user sh -c '${script}'`);
  assert.match(ran.stderr, /is where a disk is mounted[\s\S]*Try: add --into .*disk\/restored/);
  assert.equal(ran.stdout, "exit 7 lost+found notes\nrestored booth.db daemon.lock lost+found pictures\n");
});

test("what the booth's own user may not read, root restores and verifies on a machine without a booth", async ({
  bench,
  target,
}) => {
  if (!isRoot) return;
  const folder = join(bench.dir, "root-only");
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, "copy.tar.age");
  cpSync(join(target, await backUpHere(bench)), file);
  chmodSync(file, 0o600);
  const dataDir = join(bench.dir, "installed");
  mkdirSync(dataDir);
  // As `install` leaves it: the directory is there and the service's, and no booth in it.
  chownSync(dataDir, SERVICE, SERVICE);
  chmodSync(bench.dir, 0o755);
  const verified = await bench.run(["backup", "verify", file, "--data-dir", dataDir]);
  assert.equal(verified.code, 0, verified.stderr);
  const ran = await bench.run(["backup", "restore", file, "--into", dataDir, "--data-dir", dataDir]);
  assert.equal(ran.code, 0, ran.stderr);
  const owners = () => [...new Set(readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).uid))];
  assert.deepEqual(owners(), [SERVICE]);
  const beside = await bench.run(["backup", "verify", file, "--data-dir", dataDir]);
  assert.equal(beside.code, 0, beside.stderr);
  chmodSync(dataDir, 0o750);
  const args = ["backup", "restore", file, "--into", dataDir, "--set-aside", "--confirm", "booth-1"];
  const again = await bench.run([...args, "--data-dir", dataDir]);
  assert.equal(again.code, 0, again.stderr);
  const { uid, mode } = statSync(dataDir);
  assert.deepEqual([owners(), uid, mode & 0o777], [[SERVICE], SERVICE, 0o750]);
});

test.run();
