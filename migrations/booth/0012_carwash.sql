-- The car wash, and what waits for the review collector.

CREATE TABLE wash_categories (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  classes TEXT NOT NULL
) STRICT;

-- To begin with: three sizes, which need no translation. The site makes them its own.
INSERT INTO wash_categories (id, position, name, classes) VALUES
  ('s', 0, 'S', '["sedan","hatchback","motorcycle"]'),
  ('m', 1, 'M', '["suv","mpv","pickup"]'),
  ('l', 2, 'L', '["van","truck","bus","other"]');

-- A read model: written from wash_order events.
CREATE TABLE wash_orders (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  category_id TEXT NOT NULL,
  category_name TEXT NOT NULL,
  category_classes TEXT NOT NULL,
  camera_class TEXT,
  queued INTEGER NOT NULL,
  ordered_at TEXT NOT NULL,
  ordered_by TEXT NOT NULL
) STRICT;

CREATE INDEX wash_orders_session ON wash_orders (session_id, seq);

-- What is to be sent; its crop lies in review/<id>.jpg. The file is on disk before the row, and goes after it.
CREATE TABLE review_items (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('wash', 'entry')),
  meta TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Whose car it shows, so that it can be erased; it is not sent.
  session_id TEXT,
  queued_at TEXT NOT NULL,
  -- How often it was tried in vain: one that the collector cannot digest holds up none behind it.
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Refused for good by the collector, and why.
  set_aside_at TEXT,
  set_aside_reason TEXT
) STRICT;

CREATE INDEX review_items_waiting ON review_items (attempts, number) WHERE set_aside_at IS NULL;
CREATE INDEX review_items_session ON review_items (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE review_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Entries that were looked at for sampling.
  entries INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  dropped_wash INTEGER NOT NULL DEFAULT 0,
  dropped_entry INTEGER NOT NULL DEFAULT 0,
  last_upload_at TEXT,
  last_error TEXT,
  last_error_at TEXT,
  next_try_at TEXT
) STRICT;

INSERT INTO review_state (id) VALUES (1);
