-- What stations took off stays, written from events by daemon/read-models. A station validates a stay once; one that is
-- retired keeps its rows. `rule` is JSON, as the tariff of the stay has it.
CREATE TABLE validations (
  seq INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  station TEXT NOT NULL,
  tariff_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  at TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  UNIQUE (session_id, station)
) STRICT;

CREATE INDEX validations_at ON validations (at, station);
