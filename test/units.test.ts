import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import { unitsIn } from "../bin/installation/units.ts";
import { COLLECTOR_SETTINGS } from "../collector/settings.ts";
import { parseEnvironmentFile } from "../common/node/settings.ts";
import { BOOTH_SETTINGS } from "../daemon/settings.ts";
import { openCliBench } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

const units = suite("units");

const folder = join(import.meta.dirname, "..", "systemd");
const names = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
const daemons = ["parking-booth.service", "parking-booth-collector.service"];
const kiosk = "parking-booth-kiosk.service";
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

/** Every command the units start, as an empty program at its place below a root that also has the system's own units. */
function stageRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "units-"));
  const commands = names.flatMap((name) => [...textOf(name).matchAll(/^Exec\w+=(\S+)/gm)].map((match) => match[1]!));
  for (const command of [...commands, "/opt/parking-booth/current/README.md"]) {
    mkdirSync(dirname(join(root, command)), { recursive: true });
    writeFileSync(join(root, command), "");
    chmodSync(join(root, command), 0o755);
  }
  cpSync("/usr/lib/systemd/system", join(root, "usr/lib/systemd/system"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  cpSync(folder, join(root, "etc/systemd/system"), { recursive: true });
  // Of a package of its own, which the machine of the tests need not have.
  writeFileSync(join(root, "etc/systemd/system/seatd.service"), "[Service]\nExecStart=/usr/bin/env\n");
  return root;
}

units("systemd finds nothing to say of any unit", () => {
  assert.ok(names.length >= 5);
  const root = stageRoot();
  try {
    const ran = spawnSync("systemd-analyze", ["verify", `--root=${root}`, "--man=no", ...names], { encoding: "utf8" });
    assert.deepEqual([ran.stdout, ran.stderr, ran.status], ["", "", 0]);
    // The same check does find what is wrong.
    const path = join(root, "etc/systemd/system/parking-booth.service");
    writeFileSync(path, textOf("parking-booth.service").replace("Restart=always", "Restrat=always"));
    const wrong = spawnSync("systemd-analyze", ["verify", `--root=${root}`, "--man=no", "parking-booth.service"], {
      encoding: "utf8",
    });
    assert.match(wrong.stderr, /Unknown key 'Restrat'/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** Fails unless systemd calls a unit no more exposed than this, in tenths. */
function assertExposure(name: string, most: number): void {
  const args = ["security", "--offline=true", "--no-pager", `--threshold=${most}`, join(folder, name)];
  const ran = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  const verdict = ran.stdout.split("\n").find((line) => line.includes("Overall exposure"));
  assert.equal(ran.status, 0, `${verdict ?? ""}${ran.stderr}`);
}

units("daemons and backup are exposed to 1.5 at most, the browser to 2.5", () => {
  const services = names.filter((name) => name.endsWith(".service"));
  for (const name of services) assertExposure(name, name === kiosk ? 25 : 15);
});

/** The system calls of a set such as `@resources`, those of the sets in it too. */
function callsIn(set: string): string[] {
  const ran = spawnSync("systemd-analyze", ["syscall-filter", "--no-pager", set], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  const words = ran.stdout.split("\n").map((line) => line.trim());
  const members = words.slice(1).filter((word) => word !== "" && !word.startsWith("#"));
  return members.flatMap((word) => (word.startsWith("@") ? callsIn(word) : word));
}

/** What a unit may call: its lines one after the other, the first of which opens the list (systemd.exec). */
function allowedCalls(name: string): Set<string> {
  const allowed = new Set<string>();
  for (const [, not, words = ""] of textOf(name).matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    const calls = words.split(" ").flatMap((word) => (word.startsWith("@") ? callsIn(word) : [word]));
    for (const call of calls) not ? allowed.delete(call) : allowed.add(call);
  }
  return allowed;
}

units("the daemon may lower the priority of what makes backups, and has no other say in resources", () => {
  const allowed = allowedCalls("parking-booth.service");
  assert.ok(allowed.has("read"));
  assert.deepEqual(
    callsIn("@resources").filter((call) => allowed.has(call)),
    ["setpriority"],
  );
  // That of the timer is lowered by systemd itself.
  assert.match(textOf("parking-booth-backup.service"), /^Nice=10$/m);
});

units("a daemon says when it is ready, is watched, always starts again, and is never given up on", () => {
  for (const name of daemons) {
    for (const line of [
      "Type=notify",
      "NotifyAccess=all",
      "WatchdogSec=30",
      "Restart=always",
      "StartLimitIntervalSec=0",
    ])
      assert.ok(textOf(name).includes(`\n${line}\n`), `${name} lacks ${line}`);
  }
});

units("the cashier's screen stays in its unit, where its limits hold, with the browser's sandbox and policies", () => {
  const unit = textOf(kiosk);
  // A session of login moves what is started out of the unit's control group, and there any address can be reached.
  assert.doesNotMatch(unit, /^PAMName=/m);
  for (const line of ["IPAddressDeny=any", "DevicePolicy=closed", "NoNewPrivileges=yes", "ProtectHome=yes"])
    assert.ok(unit.includes(`\n${line}\n`), line);
  // ProtectHome= hides /run/user too.
  assert.match(unit, /^Environment=XDG_RUNTIME_DIR=\/run\/parking-kiosk$/m);
  assert.doesNotMatch(unit, /--no-sandbox/);
  const policies = JSON.parse(textOf("kiosk-policies.json")) as Record<string, unknown>;
  assert.equal(policies.PasswordManagerEnabled, false);
  assert.match(unit, /^BindReadOnlyPaths=\/opt\/parking-booth\/current\/systemd\/kiosk-policies\.json:/m);
});

units("secrets come as credentials and by no variable", () => {
  for (const name of names.filter((each) => textOf(each).includes("boothctl"))) {
    const unit = textOf(name);
    if (name === kiosk) continue;
    const secrets = name.includes("collector")
      ? ["REVIEWER_LOGIN"]
      : ["EVENT_SIGNING_KEY", "SESSION_SECRET", "BACKUP_KEY", "COLLECTOR_TOKEN"];
    for (const secret of secrets) {
      assert.match(unit, new RegExp(`^LoadCredential=${secret}:/etc/parking-booth/[a-z-]+/${secret}$`, "m"), name);
      assert.match(unit, new RegExp(`^UnsetEnvironment=.*\\b${secret}_FILE\\b`, "m"), name);
      assert.doesNotMatch(unit, new RegExp(`^Environment=.*${secret}`, "m"), name);
    }
  }
});

/** The settings that have a line, in force or as a comment; `X_FILE` stands for X. */
function settingsIn(example: string): string[] {
  const lines = textOf(example).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm);
  return [...lines].map((match) => match[1]!.replace(/_FILE$/, "")).sort();
}

units("each unit stands in one list of those a machine gets, and no list names another", () => {
  const lists = ["parking-booth", "parking-collector"].flatMap((user) => unitsIn(join(folder, ".."), { user }));
  assert.deepEqual(lists.map(({ name }) => name).sort(), names.sort());
});

units("the example files have a line for each setting, once, and for nothing else", () => {
  assert.deepEqual(settingsIn("booth.env.example"), [...BOOTH_SETTINGS].sort());
  assert.deepEqual(settingsIn("collector.env.example"), [...COLLECTOR_SETTINGS].sort());
});

units("no example file holds a secret, and the data lies where the unit lets it", () => {
  const booth = parseEnvironmentFile(textOf("booth.env.example"));
  for (const name of ["EVENT_SIGNING_KEY", "SESSION_SECRET", "BACKUP_KEY", "COLLECTOR_TOKEN"])
    assert.equal(booth[name], undefined);
  assert.equal(booth.DATA_DIR, "/var/lib/parking-booth");
  assert.match(textOf("parking-booth.service"), /^StateDirectory=parking-booth$/m);
  const collector = parseEnvironmentFile(textOf("collector.env.example"));
  assert.equal(collector.REVIEWER_LOGIN, undefined);
  assert.equal(collector.DATA_DIR, "/var/lib/parking-collector");
});

units("the daemon tells its service manager that it is ready, that it lives, and that it stops", async () => {
  const bench = openCliBench();
  try {
    const told = join(bench.dir, "told");
    mkdirSync(join(bench.dir, "bin"));
    writeFileSync(join(bench.dir, "bin/systemd-notify"), `#!/bin/sh\necho "$@" "$NOTIFY_SOCKET" >> ${told}\n`, {
      mode: 0o755,
    });
    const running = bench.start(["serve"], {
      PATH: `${join(bench.dir, "bin")}:${process.env.PATH}`,
      NOTIFY_SOCKET: "/run/test/notify",
      WATCHDOG_USEC: "300000",
    });
    const lines = () => {
      try {
        return readFileSync(told, "utf8").trim().split("\n");
      } catch {
        return [];
      }
    };
    await until(() => lines().filter((line) => line.startsWith("WATCHDOG=1")).length >= 2, "the watchdog", 20_000);
    assert.equal(lines()[0], "READY=1 /run/test/notify");
    running.child.kill("SIGTERM");
    assert.equal((await running.ended).code, 0);
    await until(() => lines().at(-1) === "STOPPING=1 /run/test/notify", "the word that it stops");
  } finally {
    bench.close();
  }
});

units.run();
