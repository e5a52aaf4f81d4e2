import assert from "node:assert/strict";
import { copyFileSync, cpSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bootMachine, type Machine } from "./systemd-machine.ts";
import type { Packed, Releases } from "./systemd-releases.ts";

/** What was measured, in milliseconds, besides counts. */
export type Figures = Record<string, number>;

const CRASHES = 7;

const bring = ({ root }: Machine, { file }: Packed, place: string) =>
  copyFileSync(file, join(root, place, basename(file)));
const show = (machine: Machine, unit: string, property: string) =>
  machine.run(`systemctl show --value -p ${property} ${unit}`).trim();
const pidOf = (machine: Machine, unit: string) => Number(show(machine, unit, "MainPID"));

/** The version that answers on the machine, or an empty text. */
function versionOn(machine: Machine, port = 8080): string {
  const ask = `fetch("http://127.0.0.1:${port}/healthz").then(async (a) => console.log((await a.json()).version ?? "up"), () => console.log(""))`;
  return machine.run(`node --eval '${ask}'`).trim();
}

/** Waits until something holds; answers the milliseconds it took. */
async function timeUntil(holds: () => boolean, what: string, withinMs: number): Promise<number> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > withinMs) throw new Error(`waited ${withinMs} ms for ${what}`);
    await pause(50);
  }
  return Math.round(performance.now() - started);
}

function install(machine: Machine, release: Packed, role: string): void {
  bring(machine, release, "opt");
  machine.run(`tar -xzf /opt/parking-booth-${release.tag}.tar.gz -C /opt`);
  machine.run(`/opt/parking-booth-${release.tag}/bin/boothctl install --role ${role}`);
  machine.run(`/opt/parking-booth-${release.tag}/bin/boothctl install --role ${role}`);
}

/** The whole story on machines of their own; throws at the first thing that is not as it must be. */
export async function proveSystemd(folder: string, releases: Releases, say: (text: string) => void): Promise<Figures> {
  const figures: Figures = {};
  const machine = await bootMachine(folder, "booth");
  try {
    figures.bootMs = Math.round(machine.bootMs);
    say("install and start");
    await proveStart(machine, releases.first, figures);
    say("crash, hang, stop");
    await proveCrashes(machine, figures);
    await proveHang(machine, figures);
    proveLowPriority(machine);
    await proveStop(machine, figures);
    say("backup of last resort");
    proveBackup(machine);
    say("upgrade, failed upgrade, rollback");
    await proveUpgrades(machine, releases, figures);
    say("restore on an empty machine");
    await proveRestore(folder, machine, releases.next, figures);
    say("collector");
    await proveCollector(folder, releases);
  } catch (error) {
    say(machine.run("journalctl --no-pager -n 40 || true"));
    throw error;
  } finally {
    await machine.stop();
  }
  return figures;
}

async function proveStart(machine: Machine, first: Packed, figures: Figures): Promise<void> {
  install(machine, first, "booth --booth-id booth-7");
  machine.run("boothctl seed-admin --user admin --password-stdin", { input: "admin-pass" });
  machine.run("boothctl users create maria --role cashier --password-stdin", { input: "maria-pass" });
  const started = performance.now();
  // Type=notify: the command ends when the booth has said that it is ready.
  machine.run("systemctl start parking-booth parking-booth-backup.timer");
  figures.startMs = Math.round(performance.now() - started);
  assert.equal(versionOn(machine), first.tag);
  for (const unit of ["parking-booth", "parking-booth-backup"])
    machine.run(`systemd-analyze security --no-pager --threshold=15 ${unit}.service`);
  const pid = pidOf(machine, "parking-booth");
  assert.equal(machine.run(`ps -o user= -p ${pid}`).trim().slice(0, 7), "parking".slice(0, 7));
  const key = machine.run("cat /etc/parking-booth/keys/EVENT_SIGNING_KEY").trim();
  assert.ok(!machine.run(`tr "\\0" "\\n" < /proc/${pid}/environ`).includes(key), "no secret is in the environment");
  machine.run("setpriv --reuid 65534 --clear-groups cat /etc/parking-booth/keys/EVENT_SIGNING_KEY", { code: 1 });
}

/** More often, and faster, than systemd would let a unit start by default. */
async function proveCrashes(machine: Machine, figures: Figures): Promise<void> {
  const took: number[] = [];
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const pid = pidOf(machine, "parking-booth");
    machine.run(`kill -9 ${pid}`);
    const isBack = () => ![0, pid].includes(pidOf(machine, "parking-booth")) && versionOn(machine) !== "";
    took.push(await timeUntil(isBack, "the booth after a crash", 30_000));
  }
  figures.crashes = CRASHES;
  figures.longestCrashMs = Math.max(...took);
  assert.equal(show(machine, "parking-booth", "NRestarts"), String(CRASHES));
  machine.run("boothctl ledger verify");
}

async function proveHang(machine: Machine, figures: Figures): Promise<void> {
  const pid = pidOf(machine, "parking-booth");
  machine.run(`kill -STOP ${pid}`);
  const isBack = () => ![0, pid].includes(pidOf(machine, "parking-booth")) && versionOn(machine) !== "";
  figures.hangMs = await timeUntil(isBack, "the watchdog", 90_000);
  assert.match(machine.run("journalctl --no-pager -u parking-booth"), /Watchdog timeout/);
}

async function proveStop(machine: Machine, figures: Figures): Promise<void> {
  const started = performance.now();
  machine.run("systemctl stop parking-booth");
  figures.stopMs = Math.round(performance.now() - started);
  assert.equal(show(machine, "parking-booth", "Result"), "success");
  assert.match(machine.run("boothctl ledger list --kind checkpoint -n 1 --json"), /"checkpoint"/);
}

/** What makes a backup for the daemon gives way to the lanes: on the machine it has the nice value that the booth gave it. */
function proveLowPriority(machine: Machine): void {
  const ask = `const [url, type] = ["http://127.0.0.1:8080", { "content-type": "application/json" }];
    const post = (path, body, headers) => fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const nice = () => require("child_process").spawnSync("ps", ["-eo", "ni,args"]).stdout.toString()
      .split("\\n").find((line) => line.includes("backup-worker"))?.trim().split(" ")[0];
    (async () => {
      const signedIn = await post("/api/auth/login", { username: "admin", password: "admin-pass" }, type);
      const cookies = signedIn.headers.getSetCookie().map((line) => line.split(";")[0]);
      const csrf = cookies.find((line) => line.startsWith("parking_csrf=")).split("=")[1];
      const headers = { ...type, cookie: cookies.join("; "), "x-csrf-token": csrf, "idempotency-key": "nice" };
      const asked = post("/api/backup/run", {}, headers);
      let found;
      for (let look = 0; found === undefined && look < 500; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        found = nice();
      }
      console.log(found ?? "none", (await asked).status);
    })()`;
  assert.equal(machine.run("node -", { input: ask }).trim(), "10 202");
}

/** The daemon is down, and a backup is made all the same. */
function proveBackup(machine: Machine): void {
  machine.run("systemctl start parking-booth-backup.service");
  machine.run("boothctl backup status --max-age 1h");
  machine.run("boothctl backup verify latest");
  machine.run("systemctl start parking-booth");
}

async function proveUpgrades(machine: Machine, { first, next, broken }: Releases, figures: Figures): Promise<void> {
  for (const release of [next, broken]) bring(machine, release, "opt/parking-booth/incoming");
  machine.run(`boothctl upgrade plan ${next.tag}`);
  // On a terminal that goes away when the booth has been stopped: it goes on without.
  const hangUp = "until grep -q Unpack /tmp/said; do sleep 0.1; done; pkill -KILL -x script";
  machine.run(`script -qefc "boothctl upgrade apply ${next.tag}" /tmp/said >/tmp/shown & ${hangUp}; wait`);
  await timeUntil(() => machine.run("boothctl upgrade history").includes(next.tag), "the upgrade's end", 60_000);
  assert.equal(versionOn(machine), next.tag);
  machine.run("systemctl is-active parking-booth-proof.timer && systemctl is-enabled parking-booth-proof.timer");
  machine.run(`boothctl upgrade apply ${broken.tag}`, { code: 11 });
  assert.equal(versionOn(machine), next.tag);
  machine.run("boothctl upgrade rollback --confirm booth-7");
  assert.equal(versionOn(machine), first.tag);
  machine.run("systemctl cat parking-booth-proof.timer", { code: 1 });
  machine.run("boothctl ledger verify --rebuild");
  assert.match(machine.run("boothctl users show maria --json"), /"cashier"/);
  const { items } = JSON.parse(machine.run("boothctl upgrade history --json")) as {
    items: { kind: string; seconds: number }[];
  };
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ["rolled_back", "failed", "upgraded"],
  );
  for (const { kind, seconds } of items) figures[`${kind}Ms`] = Math.round(seconds * 1000);
}

/** By the runbook: another machine, the release that made the backup, the two keys. */
async function proveRestore(folder: string, from: Machine, release: Packed, figures: Figures): Promise<void> {
  from.run("boothctl backup run");
  const backups = from.run("ls /var/lib/parking-booth/backups").trim().split("\n");
  const newest =
    backups
      .filter((name) => name.endsWith(".tar.age"))
      .sort()
      .at(-1) ?? "";
  const head = from.run("boothctl ledger head --json");
  const machine = await bootMachine(folder, "spare");
  try {
    install(machine, release, "booth --booth-id booth-7");
    const keys = ["EVENT_SIGNING_KEY", "BACKUP_KEY"];
    for (const key of keys) cpSync(join(from.root, "etc/parking-booth/keys", key), join(machine.root, "opt", key));
    machine.run(`cd /opt && install -m 640 -g parking-booth ${keys.join(" ")} /etc/parking-booth/keys/`);
    machine.run("boothctl config check");
    // As root copies it: nobody else may read it, nor look into its folder.
    const file = `/opt/copies/${newest}`;
    machine.run("umask 077 && mkdir -p /opt/copies");
    cpSync(join(from.root, "var/lib/parking-booth/backups", newest), join(machine.root, file));
    machine.run(`chown root:root ${file} && chmod 600 ${file}`);
    machine.run(`boothctl backup verify ${file}`);
    const started = performance.now();
    machine.run(`boothctl backup restore ${file} --into /var/lib/parking-booth`);
    figures.restoreMs = Math.round(performance.now() - started);
    machine.run("boothctl ledger verify --rebuild");
    assert.match(machine.run("boothctl ledger list --kind restore_done --json"), /"restore_done"/);
    machine.run("systemctl start parking-booth parking-booth-backup.timer");
    assert.equal(versionOn(machine), release.tag);
    assert.match(machine.run("boothctl users show maria --json"), /"cashier"/);
    machine.run("boothctl backup status");
    machine.run("boothctl backup run");
    machine.run("boothctl backup status --max-age 1h");
    const { seq } = JSON.parse(head) as { seq: number };
    assert.ok(seq > 0);
  } finally {
    await machine.stop();
  }
}

async function proveCollector(folder: string, { first, next }: Releases): Promise<void> {
  const machine = await bootMachine(folder, "collector");
  try {
    install(machine, first, "collector");
    const file = "/etc/parking-booth/collector-keys/REVIEWER_LOGIN";
    machine.run(`boothctl collector reviewer set-password --password-stdin -o ${file}`, { input: "reviewer-pass" });
    machine.run("boothctl collector booths add booth-7 --json");
    machine.run("systemctl start parking-booth-collector");
    assert.notEqual(versionOn(machine, 8090), "");
    // The collector has no command for this: a link and a restart.
    bring(machine, next, "opt");
    machine.run(`cd /opt && tar -xzf parking-booth-${next.tag}.tar.gz`);
    machine.run(`mv /opt/parking-booth-${next.tag} /opt/parking-booth/releases/${next.tag}`);
    machine.run(`ln -sfn releases/${next.tag} /opt/parking-booth/current && systemctl restart parking-booth-collector`);
    assert.equal(machine.run("boothctl version --json").includes(next.tag), true);
    assert.notEqual(versionOn(machine, 8090), "");
    machine.run("systemd-analyze security --no-pager --threshold=15 parking-booth-collector.service");
    machine.run("systemctl stop parking-booth-collector");
    assert.equal(show(machine, "parking-booth-collector", "Result"), "success");
  } finally {
    await machine.stop();
  }
}
