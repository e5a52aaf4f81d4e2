import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { holdFile } from "../common/node/exclusive-file.ts";
import { parseEnvironmentFile } from "../common/node/settings.ts";
import { openCliBench } from "./helpers/cli.ts";
import { filesIn, layRelease, openReleaseBench } from "./helpers/releases.ts";
import { mayMount } from "./helpers/small-disk.ts";

interface Bench {
  dir: string;
  /** The root of another machine's image. */
  root: string;
  program: string;
  close(): void;
}

const install = suite<Bench>("cli install");
const TAG = "main-1111111";

install.before.each((context) => {
  const { dir, close } = openReleaseBench();
  const tree = layRelease(dir, { tag: TAG });
  Object.assign(context, { dir, root: join(dir, "root"), program: join(tree, "bin/boothctl"), close });
});

install.after.each(({ close }) => close());

function run({ program, root }: Bench, ...args: (string | { uid: number; gid: number })[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: root, SYSTEMD_OFFLINE: "1" };
  const words = args.filter((each) => typeof each === "string");
  const user = args.find((each) => typeof each !== "string");
  return spawnSync(process.execPath, [program, "install", "--root", root, ...words], {
    encoding: "utf8",
    env,
    ...user,
  });
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

install("a dry run shows every step and takes none", (bench) => {
  const ran = run(bench, "--role", "booth", "--booth-id", "booth-7", "--dry-run", "--json");
  assert.equal(ran.status, 0, ran.stderr);
  assert.equal(existsSync(bench.root), false);
  const { steps } = JSON.parse(ran.stdout) as { steps: { what: string; done: boolean }[] };
  const said = steps.map(({ what }) => what).join("\n");
  for (const word of ["user and group parking-booth", "keys/EVENT_SIGNING_KEY", "booth.env", "parking-booth.service"])
    assert.ok(said.includes(word), word);
  assert.ok(steps.every(({ done }) => !done));
});

install("a booth has its program, user, directories, keys, settings and units, and is told what to keep", (bench) => {
  const ran = run(bench, "--role", "booth", "--booth-id", "booth-7");
  assert.equal(ran.status, 0, ran.stderr);
  const at = (path: string) => join(bench.root, path);
  assert.equal(readlinkSync(at("opt/parking-booth/current")), `releases/${TAG}`);
  assert.ok(existsSync(at("opt/parking-booth/current/dist/boothctl.js")));
  const [, , uid, gid] = /^parking-booth:.*$/m.exec(readFileSync(at("etc/passwd"), "utf8"))![0].split(":");
  const settings = parseEnvironmentFile(readFileSync(at("etc/parking-booth/booth.env"), "utf8"));
  assert.deepEqual([settings.BOOTH_ID, settings.DATA_DIR], ["booth-7", "/var/lib/parking-booth"]);
  for (const name of ["EVENT_SIGNING_KEY", "SESSION_SECRET", "BACKUP_KEY", "COLLECTOR_TOKEN"])
    assert.equal(mode(at(`etc/parking-booth/keys/${name}`)), "640", name);
  const key = statSync(at("etc/parking-booth/keys/BACKUP_KEY"));
  const data = statSync(at("var/lib/parking-booth"));
  if (process.getuid?.() === 0) assert.deepEqual([key.uid, key.gid, data.uid], [0, Number(gid), Number(uid)]);
  assert.deepEqual([mode(at("etc/parking-booth/keys")), mode(at("var/lib/parking-booth"))], ["750", "750"]);
  assert.ok(lstatSync(at("etc/systemd/system/multi-user.target.wants/parking-booth.service")).isSymbolicLink());
  assert.ok(lstatSync(at("etc/systemd/system/timers.target.wants/parking-booth-backup.timer")).isSymbolicLink());
  assert.match(ran.stderr, /keys\/EVENT_SIGNING_KEY\n.*keys\/BACKUP_KEY/);
  for (const line of ["boothctl seed-admin --user admin", "systemctl start parking-booth"])
    assert.ok(ran.stderr.includes(line), line);
});

install("installing again changes nothing, and keeps what somebody set", (bench) => {
  assert.equal(run(bench, "--role", "booth", "--booth-id", "booth-7").status, 0);
  const env = join(bench.root, "etc/parking-booth/booth.env");
  writeFileSync(env, `${readFileSync(env, "utf8")}PORT=8081\n`);
  const contents = () => filesIn(bench.root).map((name) => [name, readFileSync(join(bench.root, name), "base64")]);
  const before = contents();
  const again = run(bench, "--role", "booth", "--json");
  assert.equal(again.status, 0, again.stderr);
  const told = JSON.parse(again.stdout) as { steps: { what: string; done: boolean }[]; keepElsewhere: string[] };
  const keys = join(bench.root, "etc/parking-booth/keys");
  assert.deepEqual(told.keepElsewhere, [join(keys, "EVENT_SIGNING_KEY"), join(keys, "BACKUP_KEY")]);
  assert.deepEqual(
    told.steps.filter(({ done }) => !done).map(({ what }) => what),
    [],
  );
  const refused = (code: number, words: RegExp, ...args: string[]) => {
    const ran = run(bench, "--role", "booth", ...args);
    assert.equal(ran.status, code, ran.stderr);
    assert.match(ran.stderr, words);
  };
  refused(7, /This machine is the booth booth-7 already/, "--booth-id", "booth-8");
  const newer = layRelease(bench.dir, { tag: "main-2222222", files: { "systemd/parking-booth.service": "newer" } });
  const { program } = bench;
  bench.program = join(newer, "bin/boothctl");
  refused(7, /main-1111111 is installed here, and this is main-2222222\.\n.*\n {2}Try: boothctl upgrade apply/);
  bench.program = program;
  const hold = holdFile(join(bench.root, "opt/parking-booth/upgrade.lock"));
  refused(10, /Another upgrade or installation is under way/);
  hold?.release();
  assert.deepEqual(contents(), before);

  const half = join(bench.root, "opt/parking-booth/releases/main-3333333.9.tmp");
  mkdirSync(half);
  assert.match(run(bench, "--role", "booth", "--dry-run").stdout, /would +remove .*main-3333333\.9\.tmp/);
  if (process.getuid?.() === 0) {
    chmodSync(bench.dir, 0o755);
    const looked = run(bench, "--role", "booth", "--dry-run", { uid: 65534, gid: 65534 });
    assert.match(looked.stdout, /^unknown write .*keys\/EVENT_SIGNING_KEY/m, "whoever may not look is told no step");
  }
  assert.equal(run(bench, "--role", "booth").status, 0);
  assert.equal(existsSync(half), false);
});

install("a disk that is full is named as that, and nothing half copied stays on it", (bench) => {
  // Where nobody may mount a small disk, there is none to fill.
  if (!mayMount) return;
  mkdirSync(bench.root);
  const script = `mount -t tmpfs -o size=1m none ${bench.root} && ${process.execPath} ${bench.program} install --role booth \\
    --root ${bench.root}; echo $?; find ${bench.root}/opt -name "*.tmp"`;
  const ran = spawnSync("unshare", ["-rm", "sh", "-c", script], { encoding: "utf8" });
  assert.equal(ran.stdout, "1\n");
  assert.match(
    ran.stderr,
    /^✗ The disk is full: \S+\/root\/opt\/parking-booth\/releases\/.*\n {2}What was done before stays/,
  );
});

install("a collector has its own user, settings and unit, and no key of a booth", (bench) => {
  const ran = run(bench, "--role", "collector");
  assert.equal(ran.status, 0, ran.stderr);
  const at = (path: string) => join(bench.root, path);
  assert.match(readFileSync(at("etc/passwd"), "utf8"), /^parking-collector:/m);
  assert.ok(existsSync(at("etc/systemd/system/parking-booth-collector.service")));
  assert.equal(existsSync(at("etc/systemd/system/parking-booth.service")), false);
  assert.equal(existsSync(at("etc/parking-booth/keys")), false);
  assert.match(ran.stderr, /reviewer set-password/);
});

install("a damaged release is not installed", (bench) => {
  writeFileSync(join(bench.dir, `parking-booth-${TAG}`, "README.md"), "something else");
  const ran = run(bench, "--role", "booth");
  assert.equal(ran.status, 8);
  assert.match(ran.stderr, /README\.md of the release is damaged/);
  assert.equal(existsSync(join(bench.root, "opt/parking-booth/current")), false);
});

install("a clone is not installed, and a role and a name are what they can be", async () => {
  const bench = openCliBench();
  try {
    const ran = await bench.run(["install", "--role", "booth", "--root", join(bench.dir, "root")]);
    assert.deepEqual([ran.code, existsSync(join(bench.dir, "root"))], [2, false]);
    assert.match(ran.stderr, /only a release can be installed/);
    assert.equal((await bench.run(["install", "--role", "kiosk", "--dry-run"])).code, 2);
    assert.equal((await bench.run(["install", "--dry-run"])).code, 2);
    assert.equal((await bench.run(["install", "--role", "booth", "--booth-id", "a b", "--dry-run"])).code, 2);
  } finally {
    bench.close();
  }
});

install.run();
