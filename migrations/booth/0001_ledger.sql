CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  lane TEXT,
  data TEXT NOT NULL,
  prev BLOB NOT NULL,
  hash BLOB NOT NULL,
  key_id TEXT NOT NULL,
  sig BLOB NOT NULL
) STRICT;

CREATE INDEX events_kind ON events (kind, seq);

-- No fork and no gap, whoever inserts: cheaper than a unique index on `prev`, whose pages would be hit at random.
CREATE TRIGGER events_are_linked BEFORE INSERT ON events
WHEN NEW.prev IS NOT coalesce((SELECT hash FROM events WHERE seq = NEW.seq - 1), zeroblob(32))
  OR NEW.seq <> coalesce((SELECT max(seq) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'the ledger is a chain'); END;

CREATE TRIGGER events_are_final BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- The answer to each money request, written with what it did, so that a repeated request gets the same answer.
CREATE TABLE idempotency (
  actor TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (actor, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_at ON idempotency (at);
