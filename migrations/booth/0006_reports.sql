-- Sums that reports read, so that none of them scans the ledger. Written from events by daemon/read-models; over a
-- ledger that was there before these tables, they are filled once when the booth opens.

-- Up to which event each read model that came after 0004 has been written. A model that stays behind, because an older
-- version of the program appended meanwhile, catches up when the booth opens.
CREATE TABLE read_models (
  name TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What revenue is told apart by, as one number: the sums below are many, and these texts are long. A lane of '' is none.
CREATE TABLE revenue_keys (
  id INTEGER PRIMARY KEY,
  lane TEXT NOT NULL,
  method TEXT NOT NULL,
  tariff_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  UNIQUE (lane, method, tariff_id, user_id)
) STRICT;

-- `quarter` is the number of quarter hours since 1970: every zone's days and hours begin at the edge of one. Key 0 is
-- all keys together.
CREATE TABLE revenue_quarters (
  key_id INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  payments INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  taken_tax INTEGER NOT NULL,
  voids INTEGER NOT NULL,
  voided INTEGER NOT NULL,
  voided_tax INTEGER NOT NULL,
  PRIMARY KEY (key_id, quarter)
) STRICT, WITHOUT ROWID;

CREATE TABLE occupancy_quarters (
  quarter INTEGER PRIMARY KEY,
  entries INTEGER NOT NULL,
  exits INTEGER NOT NULL,
  voided INTEGER NOT NULL,
  stay_seconds INTEGER NOT NULL,
  inside INTEGER NOT NULL,
  peak INTEGER NOT NULL
) STRICT;

-- What somebody should look at, one row for each thing that is odd about an event.
CREATE TABLE exceptions (
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  lane TEXT,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  session_id TEXT,
  shift_id TEXT,
  subject_seq INTEGER,
  amount INTEGER,
  reason TEXT,
  note TEXT,
  PRIMARY KEY (seq, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX exceptions_at ON exceptions (at, kind, amount);
CREATE INDEX exceptions_session ON exceptions (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE day_closes (
  date TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  number INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  from_at TEXT NOT NULL,
  to_at TEXT NOT NULL,
  closed_at TEXT NOT NULL,
  late INTEGER NOT NULL,
  late_seconds INTEGER NOT NULL
) STRICT;

CREATE INDEX events_lane ON events (lane, seq) WHERE lane IS NOT NULL;
CREATE INDEX events_actor ON events (actor ->> 'id', seq);
