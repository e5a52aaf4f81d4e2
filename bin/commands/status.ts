import { Command } from "commander";
import type { BackupRun } from "../../common/api/backups.ts";
import type { AssignedLane } from "../../common/api/setup.ts";
import type { Shift } from "../../common/api/shifts.ts";
import type { Db } from "../../common/node/db.ts";
import type { Environment } from "../../common/node/settings.ts";
import { about } from "../cli/about.ts";
import { readStatus as readBackupStatus } from "../cli/backup.ts";
import { act, type Cli } from "../cli/cli.ts";
import { daemonUrl } from "../cli/daemon-address.ts";
import { dataDirOf, environmentOf, loginName, readVersion } from "../cli/environment.ts";
import { withDatabase } from "../cli/open.ts";
import { reviewConfigOf } from "../cli/review.ts";
import { agoText, type Paint, pairs } from "../cli/text.ts";
import { laneTable } from "./lanes.ts";

interface Status {
  version: string;
  dataDir: string;
  site: string;
  /** `hindrances`: what keeps it from taking money, each in a sentence. */
  daemon: { running: boolean; url: string; version: string | null; hindrances: readonly string[] };
  ledger: { head: { seq: number; hash: string; at: string } | null; ok: boolean | null; message: string };
  shifts: Shift[];
  /** `message` is what somebody has to look after, or null. */
  backup: { lastSuccess: BackupRun | null; lastAttempt: BackupRun | null; message: string | null };
  /** What waits for the review collector; null where nothing is queued at all. */
  review: { waiting: number; setAside: number; lastError: string | null } | null;
  lanes: AssignedLane[];
  /** The devices that the running daemon says are not ready; null where it does not tell. */
  notReady: { lane: string; category: string }[] | null;
}

/** `boothctl status` */
export function statusCommand(): Command {
  const command = new Command("status")
    .description("Says how the booth stands: version, daemon, ledger, open shifts, last backup, review queue, lanes.")
    .action(
      act(async (cli) => {
        cli.whenRefused("Nothing was changed.", "boothctl doctor");
        const asked = askDaemon(cli);
        const { text: version } = readVersion();
        const env = await environmentOf(cli);
        const { head, ...found } = await withDatabase(cli, (db) => readStatus(db, env));
        const backup = await readBackups(cli);
        const { daemon, ledger, notReady } = await asked;
        const status: Status = {
          version,
          dataDir: await dataDirOf(cli),
          ...found,
          backup,
          daemon,
          ledger: { head, ...ledger },
          notReady,
        };
        const { systemClock } = await import("../../common/node/clock.ts");
        cli.print(status, () => asText(status, cli, systemClock.now()));
      }),
    );
  return about(command, { examples: ["boothctl status", "boothctl status --json"], exits: [6] });
}

/** How backups stand; a key that cannot be one keeps nothing else from being told. */
async function readBackups(cli: Cli): Promise<Status["backup"]> {
  try {
    const { lastSuccess, lastAttempt, message } = await readBackupStatus(cli);
    return { lastSuccess, lastAttempt, message };
  } catch (error) {
    if (!(error instanceof Error && error.name === "SettingsError")) throw error;
    return { lastSuccess: null, lastAttempt: null, message: error.message };
  }
}

async function readStatus(db: Db, env: Environment) {
  const { cliActor } = await import("../../daemon/services/actors.ts");
  const { listShifts } = await import("../../daemon/services/shifts.ts");
  const { readSetupState } = await import("../../daemon/services/setup.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { readHead } = await import("../../daemon/ledger/ledger.ts");
  const head = readHead(db);
  return {
    site: siteOf(db).name,
    head: head && { seq: head.seq, hash: head.hash.toString("hex"), at: head.at },
    shifts: listShifts({ db }, cliActor(loginName()), { limit: 100, state: "open" }).items,
    review: await readReview(db, env),
    lanes: readSetupState({ db }).lanes,
  };
}

async function readReview(db: Db, env: Environment): Promise<Status["review"]> {
  const { readReviewStatus } = await import("../../daemon/services/reviews/status.ts");
  const { queueing, queue, setAside, lastError } = readReviewStatus({ db, config: reviewConfigOf(env) });
  return queueing ? { waiting: queue.items, setAside: setAside.count, lastError: lastError?.message ?? null } : null;
}

interface Answers extends Pick<Status, "daemon" | "notReady"> {
  ledger: Omit<Status["ledger"], "head">;
}

/** Whether a daemon answers on loopback, and what it says of its ledger and devices. That none runs is no error. */
async function askDaemon(cli: Cli): Promise<Answers> {
  const { lookAtDaemon, measuresOf } = await import("../cli/daemon-look.ts");
  const url = await daemonUrl(cli);
  const look = await lookAtDaemon(url);
  const unknown = { ok: null, message: "not checked; run boothctl ledger verify" };
  if (!look) return { daemon: { running: false, url, version: null, hindrances: [] }, ledger: unknown, notReady: null };
  const { version, readiness, hindrances } = look;
  return {
    daemon: { running: true, url, version, hindrances },
    ledger: readiness?.checks.ledger ?? unknown,
    notReady: await devicesNotReady(await measuresOf(look)),
  };
}

async function devicesNotReady(measures: string | null): Promise<Status["notReady"]> {
  if (measures === null) return null;
  const { parseSamples } = await import("../doctor/samples.ts");
  const down = (parseSamples(measures).get("booth_device_up") ?? []).filter(({ value }) => value !== 1);
  return down.map(({ labels: { lane = "", category = "" } }) => ({ lane, category }));
}

function asText(status: Status, { paint }: Cli, now: number): string {
  const { version, site, dataDir, daemon, ledger, shifts, lanes, notReady } = status;
  const head = ledger.head
    ? `entry ${ledger.head.seq} · ${ledger.head.hash.slice(0, 12)} · ${ledger.head.at}`
    : "empty";
  const state = ledger.ok === false ? paint.red(ledger.message) : ledger.message;
  const open = shifts.map((shift) => `#${shift.number} since ${shift.openedAt}`).join(", ");
  const down = notReady?.map(({ lane, category }) => `${lane} ${category}`).join(", ");
  const devices = down === "" ? "all are ready" : down && paint.red(`not ready: ${down}`);
  const hindered: [string, unknown][] =
    daemon.hindrances.length > 0 ? [["payments", paint.red(`cannot take money: ${daemon.hindrances.join("; ")}`)]] : [];
  const rows: [string, unknown][] = [
    ["site", `${site} (${dataDir})`],
    ["version", version],
    [
      "daemon",
      daemon.running ? `answers at ${daemon.url}, version ${daemon.version}` : `does not answer at ${daemon.url}`,
    ],
    ...hindered,
    ["ledger", `${head} · ${state}`],
    ["open shifts", open || "none"],
    ["backup", backupText(status.backup, paint, now)],
    ["review queue", reviewText(status.review)],
    ...(devices ? [["devices", devices] as [string, unknown]] : []),
  ];
  return `${pairs(rows)}\n\n${lanes.length > 0 ? laneTable(lanes) : "No lane is assigned yet."}`;
}

function backupText({ lastSuccess, message }: Status["backup"], paint: Paint, now: number): string {
  const good = lastSuccess ? `last good ${agoText(now - Date.parse(lastSuccess.startedAt))}` : "none yet";
  return message === null ? good : `${good} · ${paint.red(message)}`;
}

function reviewText(review: Status["review"]): string {
  if (review === null) return "nothing is queued here";
  const { waiting, setAside, lastError } = review;
  const parts = [
    `${waiting} wait`,
    ...(setAside > 0 ? [`${setAside} set aside`] : []),
    ...(lastError ? [lastError] : []),
  ];
  return parts.join(" · ");
}
