import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../bin/doctor/finding.ts";
import type { Report } from "../../bin/doctor/report.ts";
import type { Booth } from "../../daemon/context.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { confirmOffsite } from "../../daemon/services/backup/offsite.ts";
import { openDoor } from "../../daemon/services/door.ts";
import { seedAdmin } from "../../daemon/services/seed.ts";
import { assignMany } from "../../daemon/services/setup.ts";
import { fingerprint } from "../../daemon/settings.ts";
import { TEST_BACKUP_KEY } from "./backups.ts";
import { TEST_KEYS, TEST_PASSWORD_COST } from "./booth.ts";
import { openHere } from "./child-booth.ts";
import { type CliBench, openCliBench } from "./cli.ts";
import { assertCommands } from "./command-lines.ts";

/** A booth that is well, for the doctor to look at, on a host that a test makes up. */
export interface TestPatient {
  bench: CliBench;
  /** The booth, opened in this process beside the command line. */
  booth: Booth;
  /** Puts a program before those of this host, as a shell script. */
  program(name: string, script: string): void;
  /** What the doctor finds; the answer must fit its exit code. */
  examine(env?: Record<string, string>, ...flags: string[]): Promise<Report>;
  close(): void;
}

const simulated = { driver: "simulated", config: {} };
const actor = cliActor("test");

/** Makes one: an administrator, an exit lane, keys whose copies lie elsewhere, backups on another disk, a clock that is kept. */
export async function openPatient(): Promise<TestPatient> {
  const bench = openCliBench();
  const programs = join(bench.dir, "bin");
  const target = mkdtempSync("/dev/shm/booth-backups-");
  mkdirSync(programs);
  bench.env.BACKUP_KEY = TEST_BACKUP_KEY;
  // What is tested here is no release.
  bench.env.NODE_ENV = "staging";
  bench.env.PATH = `${programs}:${bench.env.PATH}`;
  const booth = await openHere(bench.env);
  const door = openDoor(booth, { sessionSecret: TEST_KEYS.SESSION_SECRET, passwordCost: TEST_PASSWORD_COST });
  await seedAdmin(booth, door.passwords, actor, { username: "admin", password: "admin-pass" });
  await door.close();
  const devices = { access: simulated, reader: simulated, camera: simulated };
  await assignMany(booth, actor, [{ lane: "exit-1", direction: "exit", devices }]);
  const signing = Buffer.from(TEST_KEYS.EVENT_SIGNING_KEY, "base64url");
  await confirmOffsite(booth, actor, [
    { setting: "BACKUP_KEY", fingerprint: fingerprint(TEST_BACKUP_KEY) },
    { setting: "EVENT_SIGNING_KEY", fingerprint: fingerprint(signing) },
  ]);
  booth.db.prepare("UPDATE sites SET backup_target_dir = ?").run(target);
  const program = (name: string, script: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  program("timedatectl", "echo yes");
  program("systemctl", "exit 1");
  return {
    bench,
    booth,
    program,
    async examine(env = {}, ...flags) {
      const ran = await bench.run(["doctor", "--json", ...flags], { env });
      assert.equal(ran.stderr, "");
      const report = JSON.parse(ran.stdout) as Report;
      assert.equal(ran.code, report.ok ? 0 : 8, ran.stdout);
      for (const { fix } of report.checks) if (fix !== null) await assertCommands(fix);
      return report;
    },
    close() {
      booth.db.close();
      rmSync(target, { recursive: true, force: true });
      bench.close();
    },
  };
}

/** What is not well, by id, with its state; for each it is said what to do. */
export function troubles({ checks }: Report): Record<string, Finding["state"]> {
  const found = checks.filter(({ state }) => state === "failed" || state === "warning");
  for (const { id, fix, hint } of found) assert.ok(fix || hint, `${id}: what is to be done?`);
  return Object.fromEntries(found.map(({ id, state }) => [id, state]));
}

/** The one finding of a check. */
export function findingOf({ checks }: Report, id: string): Finding {
  const found = checks.filter((each) => each.id === id);
  assert.equal(found.length, 1, id);
  return found[0] as Finding;
}
