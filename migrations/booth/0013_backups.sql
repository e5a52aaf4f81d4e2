-- Where backups are written and when; null stands for the default.
ALTER TABLE sites ADD COLUMN backup_target_dir TEXT;
ALTER TABLE sites ADD COLUMN backup_schedule TEXT;

-- What was tried and what came of it; one without an outcome was cut off.
CREATE TABLE backup_runs (
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  cause TEXT NOT NULL CHECK (cause IN ('schedule', 'asked')),
  outcome TEXT CHECK (outcome IN ('done', 'failed')),
  code TEXT,
  message TEXT,
  name TEXT
) STRICT;

-- What is known of a copy: when it was last proved to be good, or found to be damaged.
CREATE TABLE backup_copies (
  name TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  seq INTEGER NOT NULL,
  proof TEXT NOT NULL CHECK (proof IN ('verified', 'written', 'damaged')),
  proved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys of which somebody said that a copy lies elsewhere, by their fingerprints.
CREATE TABLE keys_kept_offsite (
  setting TEXT NOT NULL CHECK (setting IN ('BACKUP_KEY', 'EVENT_SIGNING_KEY')),
  fingerprint TEXT NOT NULL,
  confirmed_at TEXT NOT NULL,
  confirmed_by TEXT NOT NULL,
  PRIMARY KEY (setting, fingerprint)
) STRICT, WITHOUT ROWID;
