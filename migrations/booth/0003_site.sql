CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  timezone TEXT NOT NULL,
  currency TEXT NOT NULL,
  language TEXT NOT NULL,
  capacity INTEGER,
  receipt_header TEXT NOT NULL DEFAULT '',
  receipt_footer TEXT NOT NULL DEFAULT '',
  tax_label TEXT NOT NULL DEFAULT '',
  modules_json TEXT,
  entry_presence_bypass INTEGER NOT NULL DEFAULT 0,
  entry_presence_bypass_until TEXT,
  plate_retention_days INTEGER NOT NULL DEFAULT 90,
  backup_keep_last INTEGER,
  backup_keep_daily_days INTEGER
) STRICT;

CREATE TABLE lanes (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id),
  name TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('entry', 'exit', 'both')),
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE lane_devices (
  lane_id TEXT NOT NULL REFERENCES lanes (id),
  category TEXT NOT NULL CHECK (category IN ('access', 'reader', 'camera', 'printer')),
  driver_id TEXT NOT NULL,
  config_json TEXT NOT NULL,
  assigned_at TEXT NOT NULL,
  assigned_by TEXT NOT NULL,
  PRIMARY KEY (lane_id, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE setup_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  started_at TEXT NOT NULL,
  completed_at TEXT,
  completed_by TEXT
) STRICT;
