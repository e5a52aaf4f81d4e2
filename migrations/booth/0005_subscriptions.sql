-- Read models: written from events by daemon/read-models, in the transaction that appends the event.

CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  holder_ref TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_to TEXT NOT NULL,
  lanes TEXT,
  hours TEXT,
  cars_inside INTEGER NOT NULL,
  status TEXT NOT NULL,
  blocked_reason TEXT,
  anti_passback TEXT NOT NULL,
  -- When it was blocked or cancelled, if it is.
  stopped_at TEXT,
  created_seq INTEGER NOT NULL UNIQUE
) STRICT;

CREATE INDEX subscriptions_ending ON subscriptions (valid_to, created_seq);

-- Each plate and each credential of a subscription, by its keyed hash.
CREATE TABLE subscription_members (
  subscription_id TEXT NOT NULL,
  ref TEXT NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, ref)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscription_members_ref ON subscription_members (ref);

-- Anti-passback: on which side of the barriers a plate or credential was last seen, and with which stay.
CREATE TABLE passes (
  subscription_id TEXT NOT NULL,
  ref TEXT NOT NULL,
  side TEXT NOT NULL,
  session_id TEXT,
  PRIMARY KEY (subscription_id, ref)
) STRICT, WITHOUT ROWID;

CREATE INDEX passes_session ON passes (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX sessions_subscription ON sessions (subscription_id, state) WHERE subscription_id IS NOT NULL;

-- No read model: the one place of what is personal in a subscription. Rows can be erased while the chain, which holds
-- only `ref`, still verifies. Apart from `plates`, whose rows go when a car has not been seen for long.
CREATE TABLE subscription_texts (
  subscription_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (subscription_id, kind, ref)
) STRICT, WITHOUT ROWID;
