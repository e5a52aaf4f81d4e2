import { join } from "node:path";
import { BACKUP_DEFAULTS, type BackupConfig, type BackupConfigUpdate } from "../../../common/api/backups.ts";
import { refuseInput } from "../../../common/errors.ts";
import { sql } from "../../../common/node/db.ts";
import { assertUnchanged } from "../../../common/node/etag.ts";
import type { Actor, Config, Needs } from "../../context.ts";
import { type SiteRow, siteOf } from "../sites.ts";
import { scheduleProblem } from "./schedule.ts";
import type { Target } from "./target.ts";

/** Who reads how backups stand: the daemon, or somebody who may read the data directory and holds no key. */
export type BackupReader = Needs<"db"> & { config: Pick<Config, "dataDir"> };

type Stored = Pick<SiteRow, "backup_keep_last" | "backup_keep_daily_days" | "backup_target_dir" | "backup_schedule">;

const COLUMNS: Readonly<Record<keyof BackupConfig, keyof Stored>> = {
  keepLast: "backup_keep_last",
  keepDailyDays: "backup_keep_daily_days",
  targetDir: "backup_target_dir",
  schedule: "backup_schedule",
};
const NAMES = Object.keys(COLUMNS) as (keyof BackupConfig)[];

/** Where backups go while nobody says otherwise: beside the data, which is better than nowhere. */
const defaultTarget = (dataDir: string) => join(dataDir, "backups");

function configOf(row: Stored, dataDir: string): BackupConfig {
  return {
    keepLast: row.backup_keep_last ?? BACKUP_DEFAULTS.keepLast,
    keepDailyDays: row.backup_keep_daily_days ?? BACKUP_DEFAULTS.keepDailyDays,
    targetDir: row.backup_target_dir ?? defaultTarget(dataDir),
    schedule: row.backup_schedule ?? BACKUP_DEFAULTS.schedule,
  };
}

/** How backups are configured, defaults filled in; read fresh, so that a run never goes by an older state. */
export function readBackupConfig({ db, config }: BackupReader): BackupConfig {
  return configOf(siteOf(db), config.dataDir);
}

/** The directory as it is configured; only the booth's own default is made where it is missing. */
export function targetOf({ db, config }: BackupReader): Target {
  const folder = siteOf(db).backup_target_dir;
  return { folder: folder ?? defaultTarget(config.dataDir), mayMake: folder === null };
}

/** The configuration that an update would lead to. Refuses with `invalid_input` what is no schedule. */
export function configAfter(booth: BackupReader, update: BackupConfigUpdate): BackupConfig {
  return configOf(rowAfter(siteOf(booth.db), update), booth.config.dataDir);
}

function rowAfter(row: Stored, update: BackupConfigUpdate): Stored {
  const problem = update.schedule == null ? null : scheduleProblem(update.schedule);
  if (problem) refuseInput("schedule", problem);
  const given = NAMES.filter((name) => update[name] !== undefined);
  return { ...row, ...Object.fromEntries(given.map((name) => [COLUMNS[name], update[name]])) };
}

/**
 * Changes the keys an update carries; null resets one to its default. One `site_change` with what differs, and none when
 * nothing does. Refuses with `invalid_input` and `changed_meanwhile`.
 */
export function updateBackupConfig(
  booth: Needs<"ledger" | "config">,
  actor: Actor,
  update: BackupConfigUpdate,
  expected?: string,
): Promise<BackupConfig> {
  return booth.ledger.commit(actor, ({ db, append }) => {
    const { dataDir } = booth.config;
    const row = siteOf(db);
    const before = configOf(row, dataDir);
    assertUnchanged(expected, before);
    const stored = rowAfter(row, update);
    sql(
      db,
      `UPDATE sites SET backup_keep_last = ?, backup_keep_daily_days = ?, backup_target_dir = ?, backup_schedule = ? WHERE id = ?`,
    ).run(...NAMES.map((name) => stored[COLUMNS[name]]), row.id);
    const after = configOf(stored, dataDir);
    const changed = NAMES.filter((name) => before[name] !== after[name]);
    const pick = (config: BackupConfig) =>
      Object.fromEntries(changed.map((name) => [COLUMN_NAMES[name], config[name]]));
    if (changed.length > 0) append("site_change", { before: pick(before), after: pick(after) });
    return after;
  });
}

/** What the settings are called among the site's other ones. */
const COLUMN_NAMES: Readonly<Record<keyof BackupConfig, string>> = {
  keepLast: "backupKeepLast",
  keepDailyDays: "backupKeepDailyDays",
  targetDir: "backupTargetDir",
  schedule: "backupSchedule",
};
