-- What was asked to be put on paper and is not yet. A row goes once it is printed; it holds no plate.
CREATE TABLE print_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'ticket', 'report')),
  -- The payment of a receipt, the stay of a ticket; a report brings its text.
  subject TEXT,
  text TEXT,
  -- 0 is the original.
  copy INTEGER NOT NULL DEFAULT 0,
  lane TEXT,
  asked_at TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  -- When a printer was last given it; while this stands, some of it may be on paper.
  begun_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
