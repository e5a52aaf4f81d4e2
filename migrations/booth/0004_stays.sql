-- Read models: written from events by daemon/read-models, in the transaction that appends the event.

CREATE TABLE tariffs (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  effective_from TEXT NOT NULL,
  note TEXT,
  published_at TEXT NOT NULL,
  published_by TEXT NOT NULL,
  rate_table TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  ticket_number INTEGER NOT NULL UNIQUE,
  state TEXT NOT NULL,
  plate_ref TEXT,
  vehicle_class TEXT NOT NULL,
  entered_at TEXT NOT NULL,
  entry_lane TEXT,
  tariff_id TEXT NOT NULL,
  subscription_id TEXT,
  paid INTEGER NOT NULL DEFAULT 0,
  paid_until TEXT,
  exited_at TEXT,
  exit_lane TEXT,
  opened_seq INTEGER NOT NULL,
  closed_seq INTEGER
) STRICT;

CREATE INDEX sessions_entered ON sessions (entered_at, id);
CREATE INDEX sessions_inside ON sessions (state, entered_at) WHERE state IN ('open', 'paid');
CREATE INDEX sessions_plate ON sessions (plate_ref, state) WHERE plate_ref IS NOT NULL;

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  shift_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tariff_id TEXT NOT NULL,
  lane TEXT,
  amount INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  currency TEXT NOT NULL,
  method TEXT NOT NULL,
  tendered INTEGER,
  change INTEGER,
  paid_at TEXT NOT NULL,
  paid_until TEXT NOT NULL,
  receipt_number INTEGER NOT NULL UNIQUE,
  copies INTEGER NOT NULL DEFAULT 0,
  original_printed INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  voided_by_seq INTEGER
) STRICT;

CREATE INDEX payments_session ON payments (session_id);
CREATE INDEX payments_shift ON payments (shift_id, seq);
CREATE INDEX payments_paid ON payments (paid_at, seq);

CREATE TABLE shifts (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  float INTEGER NOT NULL,
  closed_at TEXT,
  closed_by TEXT,
  counted TEXT,
  counted_total INTEGER,
  expected INTEGER,
  over_short INTEGER,
  cash_count INTEGER NOT NULL DEFAULT 0,
  cash_amount INTEGER NOT NULL DEFAULT 0,
  card_count INTEGER NOT NULL DEFAULT 0,
  card_amount INTEGER NOT NULL DEFAULT 0,
  void_count INTEGER NOT NULL DEFAULT 0,
  void_amount INTEGER NOT NULL DEFAULT 0,
  void_cash INTEGER NOT NULL DEFAULT 0,
  pay_in INTEGER NOT NULL DEFAULT 0,
  pay_out INTEGER NOT NULL DEFAULT 0,
  dropped INTEGER NOT NULL DEFAULT 0,
  hand_openings INTEGER NOT NULL DEFAULT 0,
  lost_tickets INTEGER NOT NULL DEFAULT 0,
  closed_unpaid INTEGER NOT NULL DEFAULT 0,
  copies INTEGER NOT NULL DEFAULT 0,
  perpetual INTEGER,
  absolute INTEGER
) STRICT;

CREATE UNIQUE INDEX shifts_one_open ON shifts (user_id) WHERE closed_at IS NULL;

CREATE TABLE cash_movements (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  shift_id TEXT NOT NULL,
  type TEXT NOT NULL,
  amount INTEGER NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  at TEXT NOT NULL,
  voided_by_seq INTEGER
) STRICT;

CREATE INDEX cash_movements_shift ON cash_movements (shift_id);

-- One row of running numbers; each is what the events add up to.
CREATE TABLE totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  perpetual INTEGER NOT NULL DEFAULT 0,
  absolute INTEGER NOT NULL DEFAULT 0,
  receipts INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  shifts INTEGER NOT NULL DEFAULT 0,
  inside INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO totals (id) VALUES (1);

-- The one place of clear plates; rows can be erased while the chain, which holds only `ref`, still verifies.
CREATE TABLE plates (
  ref TEXT PRIMARY KEY,
  plate TEXT NOT NULL,
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL
) STRICT;

CREATE INDEX plates_plate ON plates (plate);
CREATE INDEX plates_last_seen ON plates (last_seen);
