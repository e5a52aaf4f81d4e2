-- Who may send packages. A token is known by its SHA-256 only.
CREATE TABLE booths (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  added_at TEXT NOT NULL,
  rotated_at TEXT
) STRICT;

-- One row a package, written after its crop is on disk. A row outlives the booth that sent it.
CREATE TABLE items (
  booth_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('wash', 'entry')),
  meta_json TEXT NOT NULL,
  crop_sha256 TEXT NOT NULL,
  received_at TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'reviewed', 'unusable', 'skipped')),
  verdict TEXT,
  reviewed_at TEXT,
  -- Since when it waits for a reviewer: since it came, or since it was last skipped.
  waits_since TEXT NOT NULL,
  camera_class TEXT GENERATED ALWAYS AS (meta_json ->> '$.cameraClass') VIRTUAL,
  operator_hash TEXT GENERATED ALWAYS AS (meta_json ->> '$.operator.hash') VIRTUAL,
  category_classes TEXT GENERATED ALWAYS AS (meta_json ->> '$.operatorCategory.classes') VIRTUAL,
  PRIMARY KEY (booth_id, item_id),
  CHECK ((state IN ('reviewed', 'unusable')) = (verdict IS NOT NULL)),
  CHECK ((verdict IS NULL) = (reviewed_at IS NULL))
) STRICT;

CREATE INDEX items_waiting ON items (state, waits_since, kind, booth_id) WHERE state IN ('pending', 'skipped');
CREATE INDEX items_tally ON items (kind, booth_id, state, operator_hash, camera_class, category_classes, verdict);
CREATE INDEX items_labels ON items (kind, verdict, camera_class) WHERE verdict IS NOT NULL;

-- A crop that somebody looks at is nobody else's until the lease ends.
CREATE TABLE leases (
  booth_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  client TEXT NOT NULL,
  until TEXT NOT NULL,
  PRIMARY KEY (booth_id, item_id),
  FOREIGN KEY (booth_id, item_id) REFERENCES items (booth_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX leases_until ON leases (until);

-- What was decided of each item, in order. `undoes` is the row that an undo takes back.
CREATE TABLE verdicts (
  seq INTEGER PRIMARY KEY,
  booth_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  verdict TEXT,
  undoes INTEGER UNIQUE REFERENCES verdicts (seq),
  client TEXT NOT NULL,
  at TEXT NOT NULL,
  -- The item's state and turn before, for the undo.
  state_before TEXT NOT NULL,
  waited_since TEXT NOT NULL,
  CHECK ((verdict IS NULL) = (undoes IS NOT NULL)),
  FOREIGN KEY (booth_id, item_id) REFERENCES items (booth_id, item_id)
) STRICT;

CREATE INDEX verdicts_item ON verdicts (booth_id, item_id, seq);
CREATE INDEX verdicts_client ON verdicts (client, seq);
CREATE INDEX verdicts_at ON verdicts (at);

CREATE TRIGGER verdicts_stay BEFORE UPDATE ON verdicts BEGIN SELECT RAISE(ABORT, 'verdicts are only ever added'); END;
CREATE TRIGGER verdicts_remain BEFORE DELETE ON verdicts BEGIN SELECT RAISE(ABORT, 'verdicts are only ever added'); END;
