import { freemem, loadavg, release, totalmem, uptime } from "node:os";
import { type Db, sql } from "../../common/node/db.ts";
import { readBackupStatus } from "../../daemon/services/backup/status.ts";
import { readReviewStatus } from "../../daemon/services/reviews/status.ts";
import { readSetupState } from "../../daemon/services/setup.ts";
import { readSiteConfig } from "../../daemon/services/site-config.ts";
import { openCarefulLook } from "../cli/target-look.ts";
import { ask, unitProperties } from "../doctor/ask.ts";
import type { AnsweringDaemon } from "../doctor/daemon-found.ts";
import { examine } from "../doctor/examine.ts";
import type { Patient } from "../doctor/patient.ts";

const UNIT = "parking-booth";
const LOG_LINES = "5000";
const LOG_MS = 20_000;
const EVENTS = 500;

/** What a part holds, as text or as what becomes JSON; or why there is nothing to be had, or why it could not be had. */
export type Found = { text: string } | { value: unknown } | { leftOut: string } | { missing: string };

/**
 * One file of a bundle, and what is in it, for who is to send it. It is read of the booth; or asked of the host with the
 * rights of who called, for root may read the log and others not.
 */
export type Part = { name: string; about: string } & (
  | { collect(patient: Patient): Promise<Found> }
  | { ask(): Promise<Found> }
);

type Collect = (patient: Patient) => Promise<Found>;

/** A part out of the database. */
function ofDatabase(read: (db: Db, patient: Patient) => unknown): Collect {
  return async (patient) => {
    if (patient.db) return { value: await read(patient.db, patient) };
    return { missing: patient.dbTrouble?.message ?? patient.schemaTrouble?.message ?? "the database cannot be read" };
  };
}

/** What the running booth says. */
function ofDaemon(about: string, read: (daemon: AnsweringDaemon) => Found | null): Collect {
  return async ({ daemon, silentAt }) => {
    if (silentAt !== null) return { missing: `the booth does not answer at ${silentAt}` };
    if (!daemon) return { leftOut: "the booth does not run" };
    return read(daemon) ?? { missing: `the booth does not say ${about}` };
  };
}

async function aboutHost({ version, daemon, dataDir }: Patient): Promise<Found> {
  const value = {
    version,
    daemon: daemon && { url: daemon.url, version: daemon.version },
    dataDir,
    node: process.version,
    system: { platform: process.platform, arch: process.arch, release: release() },
    memory: { free: freemem(), total: totalmem() },
    load: loadavg(),
    upSeconds: Math.round(uptime()),
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return { value };
}

async function settingsOf({ config, secrets, problems }: Patient): Promise<Found> {
  const set = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, { set: value !== null }]));
  return { value: { problems, config, secrets: set } };
}

/** Rows of each table; the names of tables are the schema's own. */
function countRows(db: Db): Record<string, number> {
  const tables = sql<{ name: string }>(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const count = (name: string) => db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number;
  return Object.fromEntries(tables.map(({ name }) => [name, count(name)]));
}

/** The newest entries without what they say, for that may be somebody's words. */
function newestEvents(db: Db): unknown {
  const text = `SELECT seq, at, kind, lane, actor ->> 'type' AS actorType, lower(hex(hash)) AS hash
    FROM events ORDER BY seq DESC LIMIT ?`;
  return sql(db, text).all(EVENTS);
}

async function logOf(): Promise<Found> {
  if (!(await unitProperties(UNIT, []))) return { leftOut: `no unit ${UNIT} of systemd on this host` };
  const said = await ask("journalctl", ["-u", UNIT, "-n", LOG_LINES, "-o", "cat", "--no-pager"], LOG_MS);
  return said === null ? { missing: "journalctl does not answer; run this as root" } : { text: said };
}

async function unitOf(): Promise<Found> {
  const names = ["ActiveState", "SubState", "NRestarts", "Result", "ExecMainStatus", "MemoryCurrent", "FragmentPath"];
  const unit = await unitProperties(UNIT, names);
  return unit ? { value: unit } : { leftOut: `no unit ${UNIT} of systemd on this host` };
}

async function disksOf(): Promise<Found> {
  const said = await ask("df", ["-PT"]);
  return said === null ? { missing: "df does not answer" } : { text: said };
}

/** Everything a bundle may hold, in the order in which it is told. */
export const PARTS: readonly Part[] = [
  { name: "about.json", about: "versions, system, memory", collect: aboutHost },
  { name: "settings.json", about: "the settings; of secrets, whether they are set", collect: settingsOf },
  {
    name: "doctor.json",
    about: "what boothctl doctor finds",
    collect: async (patient) => ({ value: await examine(patient) }),
  },
  {
    name: "ready.json",
    about: "what the running booth says of itself",
    collect: ofDaemon("whether it is ready", ({ readiness }) => readiness && { value: readiness }),
  },
  {
    name: "metrics.txt",
    about: "what the running booth measures",
    collect: ofDaemon("what it measures", ({ measures }) => (measures === null ? null : { text: measures })),
  },
  { name: "log.txt", about: `the last ${LOG_LINES} lines of its log`, ask: logOf },
  { name: "unit.json", about: "how systemd sees it", ask: unitOf },
  { name: "disks.txt", about: "the disks and what is free", ask: disksOf },
  {
    name: "site.json",
    about: "the site's configuration",
    collect: ofDatabase((db, { config }) => readSiteConfig({ db, config })),
  },
  { name: "lanes.json", about: "lanes and their devices", collect: ofDatabase((db) => readSetupState({ db })) },
  {
    name: "backups.json",
    about: "how backups stand",
    collect: ofDatabase((db, { dataDir, clock, secrets }) => {
      const reader = { db, config: { dataDir }, clock };
      return readBackupStatus(reader, secrets.backupKey, openCarefulLook(reader));
    }),
  },
  {
    name: "review.json",
    about: "how the review queue stands",
    collect: ofDatabase((db, { config }) => readReviewStatus({ db, config })),
  },
  { name: "tables.json", about: "how many rows each table has", collect: ofDatabase(countRows) },
  {
    name: "events.json",
    about: `the kinds of the last ${EVENTS} entries, not what they say`,
    collect: ofDatabase(newestEvents),
  },
];
